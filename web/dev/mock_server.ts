// SPDX-License-Identifier: Apache-2.0
// For development only: a stand-in for the server that speaks the protocol without a socket. The page and the tests drive it.
import type { Command, Hello, RunEvent, ServerMessage, TextMessage } from '../src/protocol/messages.ts';
import { encodeSnapshot, FLAG } from '../src/protocol/snapshot.ts';
import { documents, modelText, textMessage } from './cart_documents.ts';
import { cartHello, type Values } from './cart_hello.ts';
import { kineticEnergy, massMatrix, parameters, project, rates, step, type CartState, type Loads } from './cart_physics.ts';

export interface MockListener {
  message(message: ServerMessage): void;
  snapshot(buffer: ArrayBuffer): void;
}

const TICK = 1e-3;
const initialState = (): CartState => project({ ...parameters }, { t: 0, q: [0, 0, 0, (20 * Math.PI) / 180], u: [0.5, 0, 0] }, false);

export class MockServer {
  private readonly hello: Hello;
  private readonly values: Values;
  private parameters = { ...parameters };
  private state = initialState();
  private isSticking = false;
  private isPaused = false;
  private isRecording = false;
  private speed = 1;
  private loads: Loads = { F: 0, tau: 0, force: [0, 0], at: [0, 0] };
  private held: { at: [number, number, number]; target: [number, number, number] } | null = null;
  private lastHand = 0;
  private stamp = 0;
  private ledger = { hand: 0, inputs: 0, parameters: 0, impacts: 0 };
  private startEnergy = kineticEnergy(this.parameters, this.state);
  private sequence = 0;
  private events = 0;
  private ticks = 0;
  private carry = 0;
  private clock = 0;
  private text: TextMessage = textMessage();
  private fileText = modelText;
  private seconds = [0, 0];
  private links = [0, 0];

  // `hasModel`: false where the model file has a mistake from the beginning.
  constructor(private readonly listener: MockListener, private hasModel = true) {
    ({ hello: this.hello, values: this.values } = cartHello());
  }

  begin(): void {
    if (!this.hasModel) {
      this.listener.message({ type: 'viewers', count: 1, you: 1, hand: 1 });
      return this.readText(modelText.replace('at: L1*B.x', 'at: m_B*B.x'));
    }
    this.listener.message(this.hello);
    this.listener.message({ type: 'viewers', count: 1, you: 1, hand: 1 });
    this.sendModes();
    this.listener.message(this.text);
    this.listener.message({ type: 'speed', factor: this.speed });
    for (const document of documents(this.hello.values.length)) this.listener.message(document);
    return this.publish();
  }

  // Advances by seconds of the wall clock and publishes one snapshot.
  advance(seconds: number): void {
    if (!this.hasModel) return;
    this.clock += seconds;
    if (this.held !== null && this.clock - this.lastHand > 0.2) this.release('the hand is stale and lets go');
    if (!this.isPaused) {
      this.carry += seconds * this.speed;
      while (this.carry >= TICK) {
        this.tick();
        this.carry -= TICK;
      }
    }
    this.publish();
  }

  receive(command: Command): void {
    const id = command.id ?? 0;
    const error = this.obey(command);
    if (id > 0) this.listener.message(error === null ? { type: 'reply', id, ok: true } : { type: 'reply', id, ok: false, error: { text: error } });
  }

  private obey(command: Command): string | null {
    switch (command.type) {
      case 'take': return this.take(command);
      case 'hand':
        if (this.held !== null) this.held.target = command.position as [number, number, number];
        this.lastHand = this.clock;
        this.stamp = Number(command.stamp);
        return null;
      case 'release': this.release('hand lets go'); return null;
      case 'parameter': return this.setParameter(String(command.name), Number(command.value));
      case 'input':
        if (command.name === 'F') this.loads.F = Number(command.value);
        else if (command.name === 'tau') this.loads.tau = Number(command.value);
        else return `no input has the name ${String(command.name)}`;
        this.log({ kind: 'input', name: String(command.name), text: `${String(command.name)} set to ${String(command.value)}` });
        return null;
      case 'constraint': return this.switchConstraint(String(command.name), Boolean(command.active));
      case 'pause': this.isPaused = true; return null;
      case 'run': this.isPaused = false; return null;
      case 'step': for (let k = 0; k < Number(command.ticks ?? 1); ++k) this.tick(); return null;
      case 'speed':
        this.speed = Number(command.factor);
        this.listener.message({ type: 'speed', factor: this.speed });
        return null;
      case 'reset': this.reset(); return null;
      case 'record':
        this.isRecording = Boolean(command.on);
        this.listener.message({ type: 'recording', state: this.isRecording ? 'running' : 'ended', file: this.isRecording ? '' : 'run_1', seconds: 1.5 });
        return null;
      case 'load': case 'play': return null;
      case 'model_text':
        if (typeof command.file === 'string') this.openText(command.file, String(command.text));
        this.readText(String(command.text));
        return null;
      case 'save':
        if (this.text.can_save === false) return 'the text has no path';
        this.fileText = String(command.text);
        this.readText(this.fileText);
        return null;
      case 'revert': this.readText(this.fileText); return null;
      case 'document': case 'ping': return null;
      default: return `unknown command ${command.type}`;
    }
  }

  private take(command: Command): string | null {
    const [x, y] = [this.state.q[0]!, this.state.q[1]!];
    const at = (command.at as [number, number, number] | undefined) ?? [-0.53, 0, 0.98];
    const inBody: [number, number, number] = command.handle !== undefined || command.body === 0 ? [at[0] + this.parameters.L1, at[1], at[2]] : [this.parameters.L2, 0, at[2]];
    this.held = { at: inBody, target: [x, y, 0] };
    this.held.target = this.heldPoint();
    this.lastHand = this.clock;
    this.log({ kind: 'hand', text: `hand takes ${command.handle !== undefined ? String(command.handle) : 'basket'}` });
    return null;
  }

  private release(text: string): void {
    if (this.held === null) return;
    this.held = null;
    this.loads.force = [0, 0];
    this.log({ kind: 'hand', text });
  }

  private heldPoint(): [number, number, number] {
    const [q1, q2, q3] = this.state.q as [number, number, number];
    const [x, y, z] = this.held!.at;
    return [q1 + x * Math.cos(q3) - y * Math.sin(q3), q2 + x * Math.sin(q3) + y * Math.cos(q3), z];
  }

  private tick(): void {
    if (this.held !== null) {
      const p = this.heldPoint();
      const [u1, u2] = this.state.u as [number, number];
      const [x, y] = this.held.at;
      const q3 = this.state.q[2]!;
      const vx = u1 - u2 * y, vy = u2 * x;
      const v = [vx * Math.cos(q3) - vy * Math.sin(q3), vx * Math.sin(q3) + vy * Math.cos(q3)];
      this.loads.at = [x, y];
      this.loads.force = [500 * (this.held.target[0] - p[0]) - 200 * v[0]!, 500 * (this.held.target[1] - p[1]) - 200 * v[1]!];
      this.ledger.hand += TICK * (this.loads.force[0] * v[0]! + this.loads.force[1] * v[1]!);
    }
    const before = this.state.u;
    this.state = step(this.parameters, this.state, TICK, this.isSticking, this.loads);
    this.ledger.inputs += (TICK / 2) * (this.loads.F * (before[0]! + this.state.u[0]!) + this.loads.tau * (before[1]! + this.state.u[1]!));
    this.seconds[this.isSticking ? 1 : 0]! += TICK;
    ++this.ticks;
  }

  private setParameter(name: string, value: number): string | null {
    if (!(name in this.parameters)) return `no parameter has the name ${name}`;
    const before = kineticEnergy(this.parameters, this.state);
    this.parameters = { ...this.parameters, [name]: value };
    this.state = project(this.parameters, this.state, this.isSticking);
    this.ledger.parameters += kineticEnergy(this.parameters, this.state) - before;
    this.log({ kind: 'parameter', name, text: `${name} set to ${value}` });
    return null;
  }

  private switchConstraint(name: string, active: boolean): string | null {
    if (name !== 'caster_sticks') return `${name} cannot be switched`;
    if (this.isSticking === active) return null;
    const before = kineticEnergy(this.parameters, this.state);
    this.isSticking = active;
    this.state = project(this.parameters, this.state, active);
    const loss = before - kineticEnergy(this.parameters, this.state);
    this.ledger.impacts += loss;
    ++this.links[active ? 0 : 1]!;
    const [q1, q2, q3] = this.state.q as [number, number, number];
    const place: [number, number, number] = [q1 + this.parameters.L2 * Math.cos(q3), q2 + this.parameters.L2 * Math.sin(q3), 0];
    this.log({ kind: 'constraint', name, text: `caster_sticks ${active ? 'holds' : 'is off'}`, mode: active ? 1 : 0, was: active ? 0 : 1, place, ...(active ? { loss } : {}) });
    this.sendModes();
    return null;
  }

  private reset(): void {
    this.state = initialState();
    this.isSticking = false;
    this.held = null;
    this.loads.force = [0, 0];
    this.ledger = { hand: 0, inputs: 0, parameters: 0, impacts: 0 };
    this.startEnergy = kineticEnergy(this.parameters, this.state);
    this.log({ kind: 'reset', text: 'reset' });
  }

  // A text of a file that only the page knows.
  private openText(file: string, text: string): void {
    this.fileText = text;
    this.text = { ...this.text, file, can_save: false };
    this.hello.model = { ...this.hello.model, file, can_save: false };
    this.listener.message(this.hello);
  }

  // The opened file gets another text on disk.
  changeFile(text: string): void {
    this.fileText = text;
    this.listener.message(this.hello);
    this.readText(text);
  }

  private readText(text: string): void {
    const lines = text.split('\n');
    const line = lines.findIndex((l) => l.includes('at: m_B*B.x'));
    const mistakes = line < 0 ? [] : [{
      line: line + 1, column: lines[line]!.indexOf('m_B*B.x') + 1, length: 7, text: 'wrong dimension: the place of a point must be m (length), not kg (mass)', hint: 'check the units of the names in this expression',
    }];
    this.text = { ...this.text, text, state: mistakes.length > 0 ? 'mistake' : text === this.fileText ? 'running' : 'edited', mistakes, origin: text === this.fileText ? 'file' : 'page' };
    if (!this.hasModel && mistakes.length === 0) {
      this.hasModel = true;
      return this.begin();
    }
    return this.listener.message(this.text);
  }

  private sendModes(): void {
    this.listener.message({
      type: 'modes', generation: 1,
      modes: [
        { id: 0, name: 'free', degrees_of_freedom: 2, rows: [0, 1], seconds: this.seconds[0], visits: 1 + this.links[1]! },
        ...(this.links[0]! > 0 ? [{ id: 1, name: 'caster_sticks', degrees_of_freedom: 1, rows: [0, 1, 2], seconds: this.seconds[1], visits: this.links[0] }] : []),
      ],
      links: [{ from: 0, to: 1, count: this.links[0]!, text: 'switched on' }, { from: 1, to: 0, count: this.links[1]!, text: 'off' }].filter((l) => l.count > 0),
    });
  }

  private log(event: Omit<RunEvent, 'type' | 'number' | 'time' | 'viewer'>): void {
    this.listener.message({ type: 'event', number: ++this.events, time: this.state.t, viewer: 1, ...event });
  }

  private publish(): void {
    const { poses, points } = this.places();
    const values = this.fillValues();
    const mode = this.isSticking ? 1 : 0;
    const m11 = this.effectiveMass();
    const rate = rates(this.parameters, this.state, this.isSticking, this.loads).udot[0]!;
    const flags = (this.isPaused ? FLAG.paused : 0) | (this.isRecording ? FLAG.recording : 0) | (this.held ? FLAG.held | FLAG.heldByViewer : 0);
    this.listener.snapshot(encodeSnapshot({
      flags, sequence: ++this.sequence, generation: 1, time: this.state.t, serverTime: this.clock, stamp: this.stamp, mode, lastEvent: this.events,
      values, modeValues: this.isSticking ? Float64Array.of(m11, m11 * rate) : new Float64Array(0), poses, points, rows: Uint8Array.of(this.isSticking ? 7 : 3), contacts: new Uint8Array(0),
    }, 3));
  }

  private effectiveMass(): number {
    const q4 = this.state.q[3]!;
    const k = -Math.sin(q4) / (this.parameters.L3 - this.parameters.L2 * Math.cos(q4));
    const m = massMatrix(this.parameters, q4);
    const d = [1, k, k];
    return d.reduce((sum, x, i) => sum + x * d.reduce((s, y, j) => s + m[i]![j]! * y, 0), 0);
  }

  private places(): { poses: Float32Array; points: Float32Array } {
    const [q1, q2, q3, q4] = this.state.q as [number, number, number, number];
    const p = this.parameters;
    const c = Math.cos(q3), s = Math.sin(q3);
    const at = (x: number, y: number, z: number) => [q1 + x * c - y * s, q2 + x * s + y * c, z];
    const turn = (angle: number) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
    const p3 = [q1 + p.L2 * c - p.L3 * Math.cos(q3 + q4), q2 + p.L2 * s - p.L3 * Math.sin(q3 + q4), 0];
    const poses = [...at(p.L1, 0, 0), ...turn(q3), ...p3, ...turn(q3 + q4), ...at(0, 0.25, 0.09), ...turn(q3), ...at(0, -0.25, 0.09), ...turn(q3), ...at(-0.13, 0, 0.98), ...turn(q3)];
    return { poses: Float32Array.from(poses), points: Float32Array.from([...at(0, 0, 0), ...at(p.L2, 0, 0.12), ...p3]) };
  }

  private fillValues(): Float64Array {
    const out = new Float64Array(this.hello.values.length);
    const set = (name: string, x: number) => { out[this.values.place(name)] = x; };
    const set3 = (name: string, x: number[]) => ['x', 'y', 'z'].forEach((axis, i) => set(`${name}.${axis}`, x[i] ?? 0));
    const r = rates(this.parameters, this.state, this.isSticking, this.loads);
    this.state.q.forEach((x, i) => set(`q${i + 1}`, x));
    this.state.u.forEach((x, i) => { set(`u${i + 1}`, x); set(`u${i + 1}'`, r.udot[i]!); });
    Object.entries(this.parameters).forEach(([name, x]) => set(name, x));
    const { F, tau, force, at } = this.loads;
    const [q3, q4] = [this.state.q[2]!, this.state.q[3]!];
    const c = Math.cos(q3), s = Math.sin(q3);
    set('F', F); set('tau', tau);
    set('h1', force[0] * c + force[1] * s);
    set('h2', at[0] * (-force[0] * s + force[1] * c) - at[1] * (force[0] * c + force[1] * s));
    set('rear_wheels', r.rear); set('front_wheel', r.front); set('caster_sticks', r.sticks);
    const kinetic = kineticEnergy(this.parameters, this.state);
    const { hand, inputs, parameters: changes, impacts } = this.ledger;
    set('energy.start', this.startEnergy); set('energy.kinetic', kinetic);
    set('energy.hand', hand); set('energy.inputs', inputs); set('energy.parameters', changes); set('energy.impacts', impacts);
    set('energy.unexplained', this.startEnergy + hand + inputs + changes - impacts - kinetic);
    if (this.held !== null) {
      set3('hand.force', force); set3('hand.point', this.heldPoint()); set3('hand.target', this.held.target);
      set('hand', Math.hypot(force[0], force[1]));
    }
    set('stiffness', 500); set('damping', 200);
    set3('arrow.push', [F * c, F * s, 0]); set3('arrow.twist', [0, 0, tau]);
    set3('arrow.rear', [-r.rear * s, r.rear * c, 0]);
    set3('arrow.front', [-r.front * Math.sin(q3 + q4), r.front * Math.cos(q3 + q4), 0]);
    set3('arrow.sticks', [0, 0, r.sticks]);
    set('servo.median', 4.2e-6); set('servo.p99', 7.9e-6); set('servo.late', 12e-6); set('servo.ticks', this.ticks);
    [3, 8, 30, 22, 9, 5, 2, 1, 1, 0].forEach((n, k) => set(`servo.bin${k}`, n));
    return out;
  }
}
