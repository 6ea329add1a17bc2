// SPDX-License-Identifier: Apache-2.0
// The model text: editable, with line numbers, and mistakes shown under their lines with a caret.
import { download, h, replaceChildren, setAttribute, setClass, setText } from '../dom.ts';
import { icon } from '../icons.ts';
import type { Mistake } from '../protocol/messages.ts';
import type { Run } from '../run/run.ts';
import { TextEdits, type TextNotice } from './text_edits.ts';
import { highlight } from './yaml_highlight.ts';

const LINE = 19;
const SEND_AFTER_MS = 500;
const NO_PLACE = 'This text was opened in the browser, which does not tell the program where its file is: the program cannot save it.';

interface NoticeWords {
  what: string;
  choices: [string, string];
}

function wordsOf({ kind, file }: TextNotice): NoticeWords {
  switch (kind) {
    case 'disk': return { what: `${file} changed on disk while you edited it here. The program took the text of the file.`, choices: ['Keep mine', 'Take the file’s'] };
    case 'back': return { what: `The program took the text of ${file} again, without your edits.`, choices: ['Keep mine', 'Take the file’s'] };
    case 'viewer': return { what: 'Another viewer changed the text while you edited it here.', choices: ['Keep mine', 'Take the other'] };
    case 'other': return { what: `Another model was loaded. Your edits of ${file} were not saved.`, choices: ['Download them', 'Discard them'] };
  }
}

export class ModelText {
  readonly root = h('div', { class: 'model-text' });
  readonly foot = h('div', { class: 'mistakes-foot', hidden: true });
  readonly badge = h('span', { class: 'badge', hidden: true });
  private readonly area = h('textarea', { class: 'code-input mono', spellcheck: 'false', wrap: 'off', autocapitalize: 'off', 'aria-label': 'model text' });
  private readonly shown = h('pre', { class: 'code-shown mono', 'aria-hidden': 'true' });
  private readonly numbers = h('div', { class: 'code-numbers mono', 'aria-hidden': 'true' });
  private readonly file = h('span', { class: 'mono' });
  private readonly state = h('span', { class: 'note' });
  private readonly scroller: HTMLElement;
  private readonly save = h('button', { class: 'quiet', type: 'button' }, 'Save');
  private readonly revert = h('button', { class: 'quiet', type: 'button' }, 'Revert');
  private readonly notice = h('div', { class: 'code-notice', role: 'alert', hidden: true });
  private readonly edits = new TextEdits();
  private mistakes: Mistake[] = [];
  private timer = 0;
  private gaps: HTMLElement[] = [];
  private nextMistake = 0;

  constructor(private readonly run: Run) {
    this.scroller = h('div', { class: 'code-scroll', tabindex: -1 }, h('div', { class: 'code-box' }, this.numbers, h('div', { class: 'code-layers' }, this.shown, this.area)));
    this.root.append(h('div', { class: 'code-head' }, this.file, this.state, h('span', { class: 'spacer' }), this.save, this.revert), this.notice, this.scroller);
    this.area.addEventListener('input', () => this.edited());
    this.area.addEventListener('pointerdown', (e) => this.place(e));
    for (const kind of ['focus', 'blur']) this.area.addEventListener(kind, () => { setClass(this.root, 'editing', document.activeElement === this.area); this.fitGaps(); });
    new ResizeObserver(() => this.fitGaps()).observe(this.scroller);
    this.area.addEventListener('keydown', (e) => this.key(e));
    this.save.addEventListener('click', () => this.saveText());
    this.revert.addEventListener('click', () => this.revertText());
    run.on('text', () => this.take());
    run.on('hello', () => this.showSave());
    run.on('another', (isAsked) => this.edits.expect(isAsked ? 'another' : null));
    if (run.source.kind === 'recorded') this.area.readOnly = true;
  }

  showNextMistake(): void {
    const mistake = this.mistakes[this.nextMistake++ % Math.max(1, this.mistakes.length)];
    if (mistake !== undefined) this.showLine(mistake.line);
  }

  // A message that is read, not edited, keeps its place under its line: the text area that would close the gap is left alone.
  showLine(line: number): void {
    const row = this.shown.querySelectorAll<HTMLElement>('.code-line')[line - 1];
    if (document.activeElement !== this.area && row?.classList.contains('wrong')) {
      this.scroller.focus({ preventScroll: true });
      this.scroller.scrollTop = Math.max(0, row.offsetTop - 7 * LINE);
      return;
    }
    const lines = this.area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    this.scroller.scrollTop = Math.max(0, (line - 8) * LINE);
  }

  private take(): void {
    const message = this.run.text!;
    const before = this.edits.notice;
    this.edits.take(message);
    if (this.area.value !== this.edits.shown) this.show();
    this.mistakes = message.mistakes ?? [];
    this.nextMistake = 0;
    setText(this.file, message.file);
    const words = { running: `running${message.running_since ? ` since ${message.running_since}` : ''}`, formulating: 'being derived', mistake: `${message.saved ? `saved ${message.saved}, ` : ''}not running`, edited: 'edited' };
    setText(this.state, this.edits.isDisputed ? 'not running' : words[message.state] ?? '');
    this.revert.hidden = this.run.source.kind === 'recorded' || (message.origin !== 'page' && message.state !== 'mistake');
    this.foot.hidden = this.mistakes.length === 0;
    const first = this.mistakes[0];
    if (first !== undefined) {
      replaceChildren(this.foot, icon('alert', 15), h('b', {}, `${this.mistakes.length} ${this.mistakes.length === 1 ? 'mistake' : 'mistakes'}`),
        h('span', { class: 'mono' }, `${message.file}:${first.line}:${first.column}`), h('span', { class: 'spacer' }), h('kbd', {}, 'F8'), h('button', { class: 'quiet', type: 'button', onclick: () => this.showNextMistake() }, 'next'));
    }
    if (this.edits.notice !== before) this.showNotice();
    this.showSave();
    this.draw();
  }

  // A text that the page did not make takes the place of what is shown; what was not sent yet is not sent any more.
  private show(): void {
    window.clearTimeout(this.timer);
    this.area.value = this.edits.shown;
  }

  private showSave(): void {
    const { hello, text } = this.run;
    const hasPlace = text?.can_save ?? (hello === null || (hello.model.can_save !== false && (hello.model.file ?? text?.file) === text?.file));
    this.save.hidden = this.run.source.kind === 'recorded';
    this.save.disabled = !hasPlace || this.edits.isDisputed;
    setAttribute(this.save, 'title', !hasPlace ? NO_PLACE : this.edits.isDisputed ? 'Choose one of the two texts first.' : `Write the text to ${text?.file ?? 'its file'} (Ctrl+S)`);
    this.badge.hidden = this.mistakes.length === 0 && this.edits.notice === null;
    setText(this.badge, this.edits.notice === null ? String(this.mistakes.length) : '!');
  }

  private showNotice(): void {
    const { notice } = this.edits;
    this.notice.hidden = notice === null;
    if (notice === null) return;
    const { what, choices } = wordsOf(notice);
    const acts = [() => this.keepMine(notice), () => { this.edits.takeTheirs(); this.show(); }];
    const buttons = choices.map((name, k) => h('button', { class: 'button', type: 'button', onclick: () => { acts[k]!(); this.decided(); } }, name));
    replaceChildren(this.notice, icon('alert', 15), h('span', {}, what), ...buttons);
    if (!this.root.isConnected) this.run.emit('problem', { text: what, hint: 'The model text (M) offers both.' });
  }

  private keepMine(notice: TextNotice): void {
    if (notice.kind === 'other') download(notice.file, notice.text, 'text/yaml');
    this.edits.keepMine();
    if (notice.kind !== 'other') this.sendText();
  }

  private decided(): void {
    this.showNotice();
    this.showSave();
    this.draw();
    this.area.focus({ preventScroll: true });
  }

  private sendText(): void {
    if (this.edits.isDisputed) return;
    this.edits.note(this.area.value);
    void this.run.request({ type: 'model_text', text: this.area.value });
  }

  private saveText(): void {
    const text = this.area.value;
    this.edits.note(text);
    void this.run.request({ type: 'save', text }).then((ok) => ok && this.edits.saved(text));
  }

  private revertText(): void {
    window.clearTimeout(this.timer);
    this.edits.expect('reverted');
    void this.run.request({ type: 'revert' }).then((ok) => !ok && this.edits.expect(null));
  }

  private edited(): void {
    this.edits.edit(this.area.value);
    this.draw();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.sendText(), SEND_AFTER_MS);
  }

  private key(e: KeyboardEvent): void {
    e.stopPropagation();
    if (e.key === 'F8') this.showNextMistake();
    else if (e.key === 's' && (e.ctrlKey || e.metaKey)) this.save.click();
    else if (e.key === 'Escape') this.area.blur();
    else return;
    e.preventDefault();
  }

  // The message of an error is under its line. The text area over the text has no such gap, so the gap closes while it is edited.
  private draw(): void {
    const lines = this.area.value.split('\n');
    this.gaps = [];
    const rows: Node[] = [];
    const numbers: Node[] = [];
    lines.forEach((line, k) => {
      const here = this.edits.isAhead ? [] : this.mistakes.filter((m) => m.line === k + 1);
      const row = h('div', { class: 'code-line' }, ...highlight(line));
      const number = h('div', { class: 'code-number' }, String(k + 1));
      setClass(row, 'wrong', here.length > 0);
      setClass(number, 'wrong', here.length > 0);
      rows.push(row);
      numbers.push(number);
      for (const m of here) {
        const caret = h('span', { class: 'caret-line', 'aria-hidden': 'true' }, `${' '.repeat(Math.max(0, m.column - 1))}^${'~'.repeat(Math.max(0, (m.length ?? 1) - 1))}`);
        row.append(caret);
        const message = h('div', { class: 'mistake', role: 'alert' }, h('b', {}, m.text), m.hint ? h('span', {}, m.hint) : null);
        rows.push(message);
        numbers.push(h('div', { class: 'mistake-gap' }));
        this.gaps.push(message);
      }
    });
    replaceChildren(this.shown, ...rows);
    replaceChildren(this.numbers, ...numbers);
    const height = `${lines.length * LINE + 8}px`;
    this.area.style.height = height;
    const width = `${Math.max(...lines.map((l) => l.length), 20) + 2}ch`;
    this.area.style.width = this.shown.style.width = width;
    this.fitGaps();
  }

  // The column of numbers gets the same gaps as the text.
  private fitGaps(): void {
    const gaps = this.numbers.querySelectorAll<HTMLElement>('.mistake-gap');
    this.gaps.forEach((message, k) => gaps[k] && (gaps[k]!.style.height = `${message.offsetHeight}px`));
  }

  // A click below a message is a click on the line that is shown there.
  private place(e: PointerEvent): void {
    if (document.activeElement === this.area || this.gaps.length === 0) return;
    const lines = [...this.shown.querySelectorAll<HTMLElement>('.code-line')];
    const row = lines.findIndex((l) => l.getBoundingClientRect().bottom > e.clientY);
    if (row < 0) return;
    e.preventDefault();
    const box = lines[row]!.getBoundingClientRect();
    const texts = this.area.value.split('\n');
    const width = this.shown.scrollWidth / (Math.max(...texts.map((l) => l.length), 20) + 2);
    const column = Math.min(texts[row]!.length, Math.max(0, Math.round((e.clientX - box.left) / width)));
    const start = texts.slice(0, row).reduce((n, l) => n + l.length + 1, 0) + column;
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, start);
  }
}
