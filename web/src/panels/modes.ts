// SPDX-License-Identifier: Apache-2.0
// The graph of visited modes: boxes with degrees of freedom and share of time, arrows with counts.
import { h, replaceChildren, setText, svg } from '../dom.ts';
import { shortened } from '../format.ts';
import type { ModeInfo } from '../protocol/messages.ts';
import { sharesOfTime } from '../run/mode_shares.ts';
import type { Run } from '../run/run.ts';
import { tableButton, type Table } from './table.ts';
import { panel, type Panel, type Updates } from './panel.ts';

const BOX = { width: 126, height: 46 };
const ROW = 68; // from box to box
const GRAPH_WIDTH = 368;

function shareText(mode: ModeInfo, share: number | undefined): string {
  return `${mode.degrees_of_freedom} DOF${share === undefined ? '' : `, ${share} % of time`}`;
}

// Boxes are in two columns.
export function layoutModes(count: number, width: number): { x: number; y: number; height: number }[] {
  if (count === 1) return [{ x: width / 2, y: 30, height: 60 }];
  if (count === 2) return [0, 1].map((k) => ({ x: k === 0 ? BOX.width / 2 + 1 : width - BOX.width / 2 - 1, y: 51, height: 102 }));
  const rows = Math.ceil(count / 2);
  const height = 8 + ROW * rows;
  return Array.from({ length: count }, (_, k) => ({ x: k % 2 === 0 ? BOX.width / 2 + 1 : width - BOX.width / 2 - 1, y: 32 + ROW * Math.floor(k / 2), height }));
}

export class ModesPanel implements Updates {
  readonly panel: Panel;
  private readonly note = h('span', { class: 'panel-note' });
  private key = '';

  constructor(private readonly run: Run) {
    this.panel = panel('modes', 'Modes', h('span', { class: 'panel-tools' }, this.note, tableButton(() => this.table())));
    run.on('modes', () => this.build());
    run.on('mode', () => this.build());
    run.on('hello', () => { this.key = ''; });
  }

  update(): void {
    const key = `${this.run.shown?.mode}|${this.run.isChangeMarked}|${Math.floor(this.run.shown?.time ?? 0)}`;
    if (key !== this.key) this.build();
    this.key = key;
  }

  private table(): Table {
    const shares = this.shares();
    const share = (k: number) => (shares[k] === undefined ? '' : `${shares[k]} %`);
    const leads = (m: ModeInfo) => (this.run.modes?.links ?? []).filter((l) => l.from === m.id).map((l) => `${this.run.modeName(l.to)} (${l.count})`).join(', ');
    const rows = (this.run.modes?.modes ?? []).map((m, k) => [m.name, String(m.degrees_of_freedom), share(k), leads(m), m.id === this.run.shown?.mode ? 'now' : '']);
    return { title: 'Modes', columns: ['mode', 'degrees of freedom', 'time', 'leads to (times)', ''], rows };
  }

  private shares(): (number | undefined)[] {
    const { modes, shown } = this.run;
    return modes === null ? [] : sharesOfTime(modes, shown?.mode ?? -1, shown?.time ?? 0);
  }

  private build(): void {
    const message = this.run.modes;
    if (message === null) return;
    const modes = message.modes.slice(0, 12);
    setText(this.note, modes.length === 1 ? '1 mode' : `${message.modes.length} seen`);
    const width = GRAPH_WIDTH;
    const places = layoutModes(modes.length, width);
    const height = places[0]?.height ?? 0;
    const shares = this.shares();
    const current = this.run.shown?.mode ?? -1;
    const summary = modes.map((m, k) => `${m.name}: ${shareText(m, shares[k])}${m.id === current ? ', now' : ''}`).join('; ');
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width: '100%', class: 'mode-graph', role: 'img', 'aria-label': `modes. ${summary}` });
    picture.append(arrowHeads());
    for (const link of message.links) {
      const from = modes.findIndex((m) => m.id === link.from);
      const to = modes.findIndex((m) => m.id === link.to);
      if (from < 0 || to < 0 || from === to) continue;
      const isLast = this.run.lastChange?.from === link.from && this.run.lastChange.to === link.to;
      const text = `${link.text ?? ''}${link.text ? ', ' : ''}${link.count} ${link.count === 1 ? 'time' : 'times'}`;
      picture.append(...linkShape(places[from]!, places[to]!, { text, count: link.count, isLast, hasWords: modes.length === 2 }));
    }
    modes.forEach((mode, k) => picture.append(boxShape(mode, places[k]!, shareText(mode, modes.length === 1 ? undefined : shares[k]), mode.id === current, k === 0)));
    replaceChildren(this.panel.body, picture);
  }
}

function arrowHeads(): SVGElement {
  const marker = (id: string) => svg('marker', { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto', markerUnits: 'userSpaceOnUse' }, svg('path', { d: 'M0 0L8 4L0 8z', class: id }));
  return svg('defs', {}, marker('head-plain'), marker('head-changed'));
}

function boxShape(mode: ModeInfo, at: { x: number; y: number }, share: string, isCurrent: boolean, isFirst: boolean): SVGElement {
  const { width, height } = BOX;
  const isLong = mode.name.length > 15;
  return svg('g', { class: `mode-box${isCurrent ? ' current' : ''}${isCurrent && !isFirst ? ' changed' : ''}` },
    svg('title', {}, mode.name),
    svg('rect', { x: at.x - width / 2, y: at.y - height / 2, width, height, rx: 6 }),
    svg('text', { x: at.x, y: at.y - 4, class: isLong ? 'mode-name long-name' : 'mode-name' }, shortened(mode.name, 18)),
    svg('text', { x: at.x, y: at.y + 14, class: 'mode-share' }, share));
}

interface Place {
  x: number;
  y: number;
}

// Two modes: arcs above and below with words. More: straight arrows between the boxes with counts.
function linkShape(a: Place, b: Place, link: { text: string; count: number; isLast: boolean; hasWords: boolean }): SVGElement[] {
  const classes = `mode-link${link.isLast ? ' changed' : ''}`;
  const head = link.isLast ? 'url(#head-changed)' : 'url(#head-plain)';
  if (link.hasWords) {
    const sign = b.x > a.x ? 1 : -1;
    const x1 = a.x + (sign * BOX.width) / 2, x2 = b.x - (sign * BOX.width) / 2;
    const y = a.y - sign * 14;
    return [
      svg('path', { d: `M${x1} ${y}Q${(x1 + x2) / 2} ${y - sign * 22} ${x2} ${y}`, class: classes, 'marker-end': head }),
      svg('text', { x: (x1 + x2) / 2, y: sign > 0 ? a.y - 40 : a.y + 47, class: 'mode-count' }, link.text),
    ];
  }
  if (a.x === b.x && Math.abs(a.y - b.y) > ROW + 1) return arcPast(a, b, link.text, { classes, head, count: link.count });
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ex, ey] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const shift = { x: -5 * ey, y: 5 * ex };
  const from = boxEdge(a, ex, ey, shift), to = boxEdge(b, -ex, -ey, shift);
  const at = { x: from.x + 0.35 * (to.x - from.x), y: from.y + 0.35 * (to.y - from.y) };
  return [
    svg('path', { d: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`, class: classes, 'marker-end': head }, svg('title', {}, link.text)),
    svg('text', { x: at.x, y: at.y + 4, class: 'mode-count with-halo' }, String(link.count)),
  ];
}

// Between boxes of one column with others in between: an arc through the gap of the columns, the farther the boxes are apart the wider.
function arcPast(a: Place, b: Place, words: string, { classes, head, count }: { classes: string; head: string; count: number }): SVGElement[] {
  const side = a.x < GRAPH_WIDTH / 2 ? 1 : -1;
  const down = b.y > a.y ? 1 : -1;
  const x = a.x + (side * BOX.width) / 2;
  const bulge = side * Math.min(GRAPH_WIDTH - 2 * BOX.width - 8, 14 + 14 * (Math.abs(a.y - b.y) / ROW) + (down > 0 ? 0 : 10));
  const [y1, y2] = [a.y + 8 * down, b.y - 8 * down];
  return [
    svg('path', { d: `M${x} ${y1}C${x + bulge} ${y1} ${x + bulge} ${y2} ${x} ${y2}`, class: classes, 'marker-end': head }, svg('title', {}, words)),
    svg('text', { x: x + 0.75 * bulge, y: (y1 + y2) / 2 + 4, class: 'mode-count with-halo' }, String(count)),
  ];
}

// Where the line from the middle of a box in a direction leaves the box.
function boxEdge(center: Place, ex: number, ey: number, shift: Place): Place {
  const reach = Math.min(Math.abs(ex) > 1e-9 ? (BOX.width / 2 - Math.abs(shift.x)) / Math.abs(ex) : Infinity, Math.abs(ey) > 1e-9 ? (BOX.height / 2 - Math.abs(shift.y)) / Math.abs(ey) : Infinity);
  return { x: center.x + shift.x + ex * reach, y: center.y + shift.y + ey * reach };
}
