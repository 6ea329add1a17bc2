// SPDX-License-Identifier: Apache-2.0
// Types of the messages in docs/reference/viewer-protocol.md, version 1.

export const PROTOCOL = 1;
export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // w, x, y, z

export interface ValueInfo {
  name: string;
  kind: string;
  unit: string;
  meaning?: string;
  decimals?: number;
}

export interface ShapeInfo {
  kind: string;
  pose?: number;
  position?: Vec3;
  rotation?: Quat;
  colour?: string;
  opacity?: number;
  name?: string;
  body?: string;
  size?: number[];
  radius?: number;
  radius_top?: number;
  radii?: Vec3;
  length?: number;
  thickness?: number;
  points?: number[];
  vertices?: Vec3[];
  closed?: boolean;
  from?: number;
  to?: number;
  turns?: number;
  mesh?: number;
  scale?: number;
}

export interface ArrowInfo {
  name: string;
  label?: string;
  kind: 'constraint' | 'contact' | 'load';
  type: 'force' | 'torque';
  point: number;
  vector: Vec3;
  value?: number;
  row?: number;
  contact?: number;
}

export interface AdjustableInfo {
  name: string;
  value: number;
  unit: string;
  meaning?: string;
  default: number;
  range?: [number, number];
  symbol?: number;
}

export interface ConstraintInfo {
  name: string;
  meaning?: string;
  equation?: string; // its rows as text
  kind: 'always' | 'switchable' | 'built_in';
  rows: number[];
  unit: string;
  force: number;
}

export interface ContactInfo {
  name: string;
  meaning?: string;
  unit: string;
  normal: number;
  point?: number;
  direction?: Vec3;
}

export interface LedgerInfo {
  value: number;
  name: string;
  sign: number;
  in: string;
  out: string;
  colour: 'hand' | 'load' | 'impact' | 'lost';
}

export interface SymbolInfo {
  name: string;
  latex: string;
  kind: string;
  unit: string;
  meaning?: string;
  value: number;
  line?: number;
  column?: number;
  poses?: number[];
  points?: number[];
  arrows?: number[];
  definition?: string;
}

export interface HandInfo {
  force: Vec3;
  torque?: Vec3;
  point: Vec3;
  target: Vec3;
  magnitude: number;
  stiffness?: number;
  damping?: number;
}

export interface ServoInfo {
  rate: number;
  compute_median?: number;
  compute_p99?: number;
  late_p99?: number;
  ticks?: number;
  missed?: number;
  guard?: number;
  lag?: number;
  histogram?: number[];
}

export interface WorldInfo {
  up: Vec3;
  gravity?: Vec3;
  size: number;
  center: Vec3;
  ground?: number;
  camera?: { position: Vec3; target: Vec3 };
  planar?: boolean;
  motion_normal?: Vec3;
}

export interface Hello {
  type: 'hello';
  protocol: number;
  generation: number;
  viewer?: number;
  program?: string;
  model: { id: string; name: string; file?: string; source?: string; can_save?: boolean };
  world: WorldInfo;
  values: ValueInfo[];
  poses: { name: string; frame?: string; point?: string }[];
  points: { name: string }[];
  bodies: { name: string; pose: number; can_be_held?: boolean }[];
  shapes: ShapeInfo[];
  meshes?: { vertices: string; triangles: string }[];
  handles: { name: string; pose: number; body?: string; directions?: number; turns?: boolean }[];
  traces?: { point: number; name: string }[];
  arrows: ArrowInfo[];
  parameters: AdjustableInfo[];
  inputs: AdjustableInfo[];
  constraints: ConstraintInfo[];
  contacts: ContactInfo[];
  ledger: LedgerInfo[];
  stored?: { start: number; kinetic: number; potential: number; unexplained: number };
  hand?: HandInfo;
  servo?: ServoInfo;
  symbols: SymbolInfo[];
  plots?: { title: string; values: number[] }[];
  first_plots?: string[];
  speeds_of_time?: number[];
  events?: { first: number; last: number; gone: number };
}

export interface ModeInfo {
  id: number;
  name: string;
  degrees_of_freedom: number;
  rows?: number[];
  seconds?: number;
  visits?: number;
}

export interface ModesMessage {
  type: 'modes';
  generation: number;
  time?: number; // of the model, up to which seconds are counted; of a live run it goes on from there
  modes: ModeInfo[];
  links: { from: number; to: number; count: number; text?: string }[];
}

export interface LineNumbers {
  terms: { coefficient: number; unit: string; of: number }[];
  right: number;
  unit: string;
}

export interface EquationLine {
  latex?: string;
  text: string;
  label?: string;
  note?: string;
  operations?: number;
  unknown?: number;
  numbers?: LineNumbers;
}

export interface Divisor {
  text: string;
  latex?: string;
  value: number;
}

// Where the number at `regularity` is not above `least`, the equations do not hold.
export interface SectionCondition {
  not_zero: Divisor[];
  regularity: number;
  least: number;
}

export interface EquationSection {
  kind: string;
  title: string;
  lines: EquationLine[];
  count?: number;
  holds_where?: SectionCondition;
}

export interface EquationDocument {
  type: 'document';
  generation: number;
  mode: number;
  title: string;
  degrees_of_freedom: number;
  operations?: number;
  sections: EquationSection[];
  values?: ValueInfo[];
  symbols?: SymbolInfo[];
  matrix?: { size: number; entries: [number, number, string, string?][] };
  texts?: { latex?: string; c?: string };
}

export interface RunEvent {
  type: 'event';
  number: number;
  time: number;
  kind: string;
  name?: string;
  text: string;
  viewer?: number;
  mode?: number;
  was?: number;
  loss?: number;
  impulse?: number; // in the unit of the force of its constraint or contact, times s
  place?: Vec3;
}

export interface Mistake {
  line: number;
  column: number;
  length?: number;
  text: string;
  hint?: string;
}

export interface TextMessage {
  type: 'text';
  generation: number;
  text: string;
  file: string;
  state: 'running' | 'formulating' | 'mistake' | 'edited';
  running_since?: string;
  saved?: string;
  origin?: 'file' | 'page';
  can_save?: boolean; // the program can write this text to its file
  mistakes?: Mistake[];
}

export interface ViewersMessage {
  type: 'viewers';
  count: number;
  you: number;
  hand: number;
  asking?: number[];
}

export interface ProgressMessage {
  type: 'progress';
  what: string;
  part?: number;
}

export interface RecordingMessage {
  type: 'recording';
  state: 'running' | 'writing' | 'ended' | 'failed';
  file?: string;
  seconds?: number;
}

export interface ReplyMessage {
  type: 'reply';
  id: number;
  ok: boolean;
  error?: { text: string; hint?: string };
}

export interface ErrorMessage {
  type: 'error';
  id: number;
  text: string;
}

export interface RecordedMessage {
  type: 'recorded';
  name?: string;
  run: string;
}

export interface SpeedMessage {
  type: 'speed';
  factor: number;
}

export type ServerMessage =
  | SpeedMessage
  | Hello
  | ModesMessage
  | EquationDocument
  | RunEvent
  | TextMessage
  | ViewersMessage
  | ProgressMessage
  | RecordingMessage
  | ReplyMessage
  | RecordedMessage
  | ErrorMessage;

export interface Command {
  type: string;
  id?: number;
  [member: string]: unknown;
}

export interface GalleryModel {
  id: string;
  name: string;
  sentence: string;
  degrees_of_freedom?: number;
  tags?: string[];
  picture?: string;
  picture_dark?: string;
}

export interface Gallery {
  protocol: number;
  models: GalleryModel[];
  recordings?: { id: string; name: string; model?: string; duration?: number; date?: string }[];
}
