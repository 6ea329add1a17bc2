// SPDX-License-Identifier: Apache-2.0
// The page of a run: fixed places for everything, by the width of the window.
import { download, h, keepFocus, remember, remembered, replaceChildren } from './dom.ts';
import type { Run } from './run/run.ts';
import { AdjustablesPanel } from './panels/adjustables.ts';
import { ConstraintsPanel } from './panels/constraints.ts';
import { EnergyPanel } from './panels/energy.ts';
import { EquationsPanel } from './panels/equations.ts';
import { EventsPanel } from './panels/events.ts';
import { HandPanel } from './panels/hand.ts';
import { Head } from './panels/head.ts';
import { Keys } from './panels/keys.ts';
import { ModelText } from './panels/model_text.ts';
import { ModesPanel } from './panels/modes.ts';
import type { Updates } from './panels/panel.ts';
import { Plots } from './panels/plots.ts';
import { StatusLine } from './panels/status.ts';
import { Transport } from './panels/transport.ts';
import { handKey } from './scene/pointer.ts';
import { Stage } from './scene/stage.ts';
import { embedRun, shareRun } from './share.ts';
import { onTheme, toggleTheme } from './theme.ts';
import { runActions } from './run_actions.ts';

type Width = 'wide' | 'narrow' | 'small';
type TabName = 'equations' | 'text' | 'parameters' | 'energy' | 'more' | 'plots';

const TAB_NAMES: Record<TabName, string> = { equations: 'Equations', text: 'Model text', parameters: 'Parameters', energy: 'Energy', more: 'More', plots: 'Plots' };

export class RunPage {
  readonly root = h('div', { class: 'run-page' });
  readonly stage: Stage;
  readonly equations: EquationsPanel;
  readonly plots: Plots;
  readonly text: ModelText;
  readonly transport: Transport;
  readonly constraints: ConstraintsPanel;
  readonly keys: Keys;
  private readonly parameters: AdjustablesPanel;
  private readonly inputs: AdjustablesPanel;
  private readonly energy: EnergyPanel;
  private readonly handPanel: HandPanel;
  private readonly modes: ModesPanel;
  private readonly events: EventsPanel;
  private readonly status: StatusLine;
  private readonly updates: Updates[];
  private readonly left = h('aside', { class: 'left', 'aria-label': 'what can be changed' });
  private readonly columns = h('div', { class: 'columns' });
  private readonly right = h('aside', { class: 'right', 'aria-label': 'what holds' });
  private readonly tabBar = h('div', { class: 'tabs', role: 'tablist' });
  private readonly tabBody = h('div', { class: 'tab-body', role: 'tabpanel' });
  private readonly tabFoot = h('div', { class: 'tab-foot' });
  private width: Width | null = null;
  private tab: TabName = 'equations';
  private lastUpdate = 0;
  private hasShownMistakes = false;
  isClosed = false;
  frames = 0; // drawn so far

  constructor(private readonly run: Run) {
    this.stage = new Stage(run);
    this.equations = new EquationsPanel(run);
    this.plots = new Plots(run);
    this.text = new ModelText(run);
    this.transport = new Transport(run);
    this.constraints = new ConstraintsPanel(run);
    this.parameters = new AdjustablesPanel(run, 'parameter');
    this.inputs = new AdjustablesPanel(run, 'input');
    this.energy = new EnergyPanel(run);
    this.handPanel = new HandPanel(run);
    this.modes = new ModesPanel(run);
    this.events = new EventsPanel(run);
    this.status = new StatusLine(run);
    const head = new Head(run, { gallery: () => { location.hash = 'gallery'; }, theme: () => this.toggleTheme(), help: () => this.keys.show(), share: () => void this.share() });
    this.keys = new Keys(this.root, runActions(this), (e) => handKey(e, this.stage.hand, this.stage.view));
    this.updates = [head, this.stage, this.constraints, this.parameters, this.inputs, this.energy, this.handPanel, this.equations, this.modes, this.events, this.status, this.transport, this.plots];
    this.equations.onPin = () => undefined;
    this.stage.card.onPlot = (symbol) => this.plots.add(symbol.value);
    this.stage.banners.onShowLine = (line) => { this.choose('text'); this.text.showLine(line); };
    run.on('text', () => this.showFirstMistakes());
    this.root.classList.add('without-model');
    run.on('hello', () => {
      this.hasShownMistakes = false;
      this.root.classList.remove('without-model');
    });
    // The order of the keyboard: the scene first, then what can be changed, what holds, and the plots. The grid places them.
    const middle = h('main', { class: 'middle' }, this.stage.root, this.transport.root);
    this.columns.append(middle, this.left, this.grip('left'), this.grip('right'), this.right, this.plots.root);
    this.root.append(head.root, this.columns, this.status.root, this.status.servoTimes.dialog, this.keys.dialog);
    for (const side of ['left', 'right']) {
      const width = remembered<number | null>(`width.${side}`, null);
      if (width !== null) this.root.style.setProperty(`--${side}`, `${width}px`);
    }
    this.tabBar.addEventListener('keydown', (e) => this.tabKey(e));
    onTheme(() => {
      this.stage.view.themeChanged();
      this.plots.themeChanged();
    });
    new ResizeObserver(() => this.arrange()).observe(this.root);
    this.arrange();
  }

  // A program that begins with mistakes has nothing to show but them.
  private showFirstMistakes(): void {
    if (this.run.hasModel || this.hasShownMistakes || (this.run.text?.mistakes ?? []).length === 0) return;
    this.hasShownMistakes = true;
    this.choose('text');
  }

  choose(tab: TabName): void {
    this.tab = tab;
    this.arrangeTabs();
  }

  toggleTheme(): void {
    toggleTheme();
  }

  // One frame: the scene 60 times a second, numbers ten times.
  frame(now: number): void {
    ++this.frames;
    this.stage.frame();
    this.plots.frame();
    if (now - this.lastUpdate >= 95) {
      this.lastUpdate = now;
      for (const part of this.updates) part.update();
    }
  }

  async share(): Promise<void> {
    const { hello } = this.run;
    if (hello === null) return;
    const template = await this.template();
    if (template === null) return;
    download(`${hello.model.id}.html`, embedRun(template, await shareRun(this.run)), 'text/html');
  }

  private async template(): Promise<string | null> {
    try {
      const response = await fetch('/share.html');
      if (response.ok) return await response.text();
    } catch {
      // Reported below.
    }
    this.run.emit('problem', { text: 'The shared page could not be made.', hint: 'The server did not send its template.' });
    return null;
  }

  private arrange(): void {
    const pixels = this.root.clientWidth;
    const width: Width = pixels === 0 || pixels >= 1200 ? 'wide' : pixels >= 1000 ? 'narrow' : 'small';
    if (width === this.width) return;
    this.width = width;
    this.root.dataset.width = width;
    replaceChildren(this.left);
    const tabHead = h('div', { class: 'tab-head' }, this.tabBar);
    if (width === 'wide') {
      this.left.append(this.constraints.panel.root, this.parameters.panel.root, this.inputs.panel.root, this.energy.panel.root, this.handPanel.panel.root);
      replaceChildren(this.right, tabHead, this.tabBody, this.tabFoot, this.modes.panel.root, this.events.panel.root);
      tabHead.append(this.equations.choice);
    } else replaceChildren(this.right, tabHead, this.tabBody, this.tabFoot, this.constraints.panel.root);
    if (width === 'small') this.plots.root.remove();
    else this.columns.append(this.plots.root);
    // A tab of another width is that of the equations here; the text has one wherever it was chosen.
    if (!this.tabNames().includes(this.tab)) this.tab = 'equations';
    this.arrangeTabs();
  }

  private tabNames(): TabName[] {
    if (this.width === 'wide') return ['equations', 'text'];
    if (this.width === 'narrow') return ['equations', 'text', 'parameters', 'energy', 'more'];
    return ['equations', 'parameters', 'energy', 'plots', 'more', 'text'];
  }

  private arrangeTabs(): void {
    keepFocus(this.tabBar, () => replaceChildren(this.tabBar, ...this.tabNames().map((name) => h('button', {
      class: 'tab', role: 'tab', type: 'button', 'aria-selected': String(name === this.tab), 'data-tab': name, tabindex: name === this.tab ? 0 : -1, onclick: () => this.choose(name),
    }, TAB_NAMES[name], name === 'text' ? this.text.badge : null))));
    const bodies: Record<TabName, Node[]> = {
      equations: [this.equations.root], text: [this.text.root], parameters: [this.parameters.panel.root, this.inputs.panel.root],
      energy: [this.energy.panel.root, this.handPanel.panel.root], more: [this.modes.panel.root, this.events.panel.root], plots: [this.plots.root],
    };
    this.tabBody.dataset.tab = this.tab;
    replaceChildren(this.tabBody, ...bodies[this.tab]);
    if (this.width !== 'wide') this.equations.foot.prepend(this.equations.choice);
    replaceChildren(this.tabFoot, this.tab === 'equations' ? this.equations.foot : this.tab === 'text' ? this.text.foot : null);
    this.equations.choice.hidden = this.tab !== 'equations';
  }

  // Arrow keys go from tab to tab, as readers of screens expect it.
  private tabKey(e: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (step === undefined) return;
    const names = this.tabNames();
    const next = (names.indexOf(this.tab) + step + names.length) % names.length;
    this.choose(names[next]!);
    (this.tabBar.children[next] as HTMLElement).focus();
    e.preventDefault();
    e.stopPropagation();
  }

  // A line between two columns that is dragged; widths from 240 to 560 pixels.
  private grip(side: 'left' | 'right'): HTMLElement {
    const grip = h('div', { class: `column-grip grip-${side}`, role: 'separator', 'aria-orientation': 'vertical', 'aria-label': `width of the ${side} column`, tabindex: 0 });
    const set = (width: number) => {
      const bounded = Math.min(560, Math.max(240, width));
      this.root.style.setProperty(`--${side}`, `${bounded}px`);
      remember(`width.${side}`, bounded);
    };
    const column = () => (side === 'left' ? this.left : this.right).clientWidth;
    grip.addEventListener('pointerdown', (e) => {
      grip.setPointerCapture(e.pointerId);
      const [start, from] = [column(), e.clientX];
      grip.onpointermove = (m) => set(start + (side === 'left' ? 1 : -1) * (m.clientX - from));
      grip.onpointerup = () => { grip.onpointermove = null; };
    });
    grip.addEventListener('keydown', (e) => {
      const step = e.key === 'ArrowRight' ? 16 : e.key === 'ArrowLeft' ? -16 : 0;
      if (step === 0) return;
      e.stopPropagation();
      set(column() + (side === 'left' ? step : -step));
    });
    return grip;
  }
}
