// SPDX-License-Identifier: Apache-2.0
// Constraints: what holds, with which force, and switches for those that come and go.
import { h, replaceChildren, setAttribute, setClass, setText } from '../dom.ts';
import { decimalsFor, quantity } from '../format.ts';
import { icon } from '../icons.ts';
import type { ConstraintInfo, ContactInfo } from '../protocol/messages.ts';
import { rowIsActive } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import { showFittingName } from './fitting_name.ts';
import { panel, type Panel, type Updates } from './panel.ts';

interface Row {
  info: ConstraintInfo;
  root: HTMLElement;
  force: HTMLElement;
  state: HTMLElement;
  control: HTMLElement;
}

interface ContactRow {
  info: ContactInfo;
  root: HTMLElement;
  force: HTMLElement;
  state: HTMLElement;
}

const CONTACT_STATES = ['open', 'slides', 'holds'];

export class ConstraintsPanel implements Updates {
  readonly panel: Panel = panel('constraints', 'Constraints');
  private rows: Row[] = [];
  private contacts: ContactRow[] = [];

  constructor(private readonly run: Run) {
    run.on('hello', () => this.build());
  }

  // Switches the n-th constraint that can be switched (Shift+1 to Shift+9).
  toggle(n: number): void {
    const row = this.rows.filter((r) => r.info.kind === 'switchable')[n];
    if (row !== undefined) this.flip(row.info);
  }

  update(): void {
    const snapshot = this.run.shown;
    if (snapshot === null) return;
    let holding = 0;
    for (const { info, root, force, state, control } of this.rows) {
      const isActive = info.kind === 'built_in' || info.rows.some((r) => rowIsActive(snapshot, r));
      if (isActive) ++holding;
      const value = info.force >= 0 ? snapshot.values[info.force]! : NaN;
      setText(force, isActive && info.force >= 0 ? this.forceText(force, value, info) : isActive ? '' : 'off');
      setText(state, this.stateText(info, isActive, snapshot.time));
      setClass(root, 'off', !isActive);
      if (info.kind === 'switchable') setAttribute(control, 'aria-checked', String(isActive));
      const isChanged = this.run.lastChange?.event?.name === info.name && this.run.isChangeMarked;
      setClass(root, 'changed', isChanged);
      setClass(root, 'fresh', isChanged && this.run.isChangeFresh);
    }
    this.contacts.forEach(({ info, root, force, state }, k) => {
      const closed = snapshot.contacts[k] ?? 0;
      if (closed > 0) ++holding;
      setText(force, closed > 0 ? this.forceText(force, snapshot.values[info.normal]!, { unit: info.unit, force: info.normal }) : 'open');
      setText(state, closed > 0 ? CONTACT_STATES[closed] ?? '' : 'no force');
      setClass(root, 'off', closed === 0);
    });
    setText(this.panel.note, `${holding} ${holding === 1 ? 'holds' : 'hold'}`);
  }

  private forceText(element: HTMLElement, value: number, info: { unit: string; force: number }): string {
    const decimals = this.run.hello!.values[info.force]?.decimals ?? decimalsFor(info.unit);
    return quantity(value, info.unit, decimals, element.textContent ?? '');
  }

  private stateText(info: ConstraintInfo, isActive: boolean, time: number): string {
    if (info.kind === 'built_in') return 'built in';
    if (info.kind === 'always') return 'always';
    const since = isActive ? this.run.heldSince(info.name, info.rows, time) : null;
    return !isActive ? 'is off' : since === null ? 'holds' : `for ${quantity(Math.max(0, time - since), 's', 3)}`;
  }

  private flip(info: ConstraintInfo): void {
    // The run may be looked back at: a switch acts on what is now.
    const { latest } = this.run;
    if (latest === null) return;
    void this.run.request({ type: 'constraint', name: info.name, active: !info.rows.some((r) => rowIsActive(latest, r)) });
  }

  private build(): void {
    this.rows = this.run.hello!.constraints.map((info) => this.makeRow(info));
    this.contacts = this.run.hello!.contacts.map((info) => this.makeContact(info));
    const all = [...this.rows, ...this.contacts].map((r) => r.root);
    replaceChildren(this.panel.body, ...(all.length === 0 ? [h('p', { class: 'empty' }, 'This model has no constraints.')] : all));
  }

  private makeContact(info: ContactInfo): ContactRow {
    const force = h('span', { class: 'constraint-force contact number' });
    const state = h('span', { class: 'constraint-state note' });
    const point = info.point === undefined ? undefined : this.run.hello!.points[info.point]?.name;
    const words = info.meaning || (point === undefined ? 'contact' : `contact at ${point}`);
    const names = h('span', { class: 'constraint-names' }, nameOf(info), h('span', { class: 'note' }, words));
    const root = h('div', { class: 'constraint-row' }, names, h('span', { class: 'constraint-values' }, force, state), h('span', { class: 'contact-dot', title: 'contacts open and close by themselves' }));
    return { info, root, force, state };
  }

  private makeRow(info: ConstraintInfo): Row {
    const force = h('span', { class: 'constraint-force number' });
    const state = h('span', { class: 'constraint-state note' });
    let control: HTMLElement;
    if (info.kind === 'switchable') {
      control = h('button', { class: 'switch', role: 'switch', 'aria-checked': 'false', 'aria-label': info.name, type: 'button' }, h('span', { class: 'knob' }));
    } else if (info.kind === 'always') {
      control = h('span', { class: 'switch fixed', role: 'switch', 'aria-checked': 'true', 'aria-disabled': 'true', 'aria-label': info.name, title: 'This constraint always holds.' }, h('span', { class: 'knob' }));
    } else control = h('span', { class: 'lock', title: 'built into the speeds' }, icon('lock', 15));
    const names = h('span', { class: 'constraint-names' }, nameOf(info), h('span', { class: 'note', title: info.meaning ?? '' }, info.meaning ?? ''));
    const root = h('div', { class: `constraint-row${info.kind === 'switchable' ? ' can-switch' : ''}` }, names, h('span', { class: 'constraint-values' }, force, state), control);
    if (info.kind === 'switchable') root.addEventListener('click', () => this.flip(info));
    return { info, root, force, state, control };
  }
}

function nameOf({ name }: { name: string }): HTMLElement {
  const element = h('span', { class: 'mono', title: name });
  showFittingName(element, name);
  return element;
}
