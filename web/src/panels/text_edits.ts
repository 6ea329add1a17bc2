// SPDX-License-Identifier: Apache-2.0
// Whose model text is shown: that of the server, or one with edits of this page. Edits are never replaced without a word.
import type { TextMessage } from '../protocol/messages.ts';

const KEPT = 8; // texts sent of which the echo may still be on its way

// `disk`: the file changed; `viewer`: another viewer sent a text; `back`: the text of the file runs again; `other`: another model is
// loaded, and the edits of the one before it are in `text`.
export interface TextNotice {
  kind: 'disk' | 'viewer' | 'back' | 'other';
  file: string;
  text: string;
}

type Answer = Pick<TextMessage, 'text' | 'file' | 'state' | 'origin'>;

export class TextEdits {
  shown = '';
  notice: TextNotice | null = null;
  private file = '';
  private fileText: string | null = null; // as far as it is known
  private serverText: string | null = null;
  private sent: string[] = [];
  private hasOwn = false; // whether this page edited what is shown
  private wanted: 'another' | 'reverted' | null = null;

  // Whether the server has another text than the one that is shown.
  get isAhead(): boolean {
    return this.serverText !== null && this.shown !== this.serverText;
  }

  // Whether the page waits for a decision before it sends anything.
  get isDisputed(): boolean {
    return this.notice !== null && this.notice.kind !== 'other';
  }

  get hasUnsaved(): boolean {
    return this.hasOwn && this.shown !== this.fileText;
  }

  edit(text: string): void {
    this.shown = text;
    this.hasOwn = true;
  }

  note(sent: string): void {
    this.sent = [...this.sent.slice(1 - KEPT), sent];
  }

  saved(text: string): void {
    this.fileText = text;
  }

  // The page asked for another model, or for the text of the file: the next other text is the answer.
  expect(wanted: 'another' | 'reverted' | null): void {
    this.wanted = wanted;
  }

  take(answer: Answer): void {
    const before = { text: this.serverText, file: this.file, fileText: this.fileText };
    const isNews = answer.text !== before.text || answer.file !== before.file;
    const hadEdits = this.hasUnsaved || (this.hasOwn && this.isAhead);
    if (isNews && before.text !== null && (answer.file !== before.file || this.wanted === 'another')) return this.change(answer);
    this.know(answer);
    const isEcho = this.findEcho(answer.text);
    if (answer.text === this.shown) {
      if (this.isDisputed) this.notice = null;
      if (this.shown === this.fileText) this.hasOwn = false;
    } else if (this.wanted === 'reverted') this.replace(answer.text);
    else if (isEcho) return undefined;
    else if (!hadEdits) this.replace(answer.text);
    else if (isNews) this.notice = { kind: answer.origin === 'page' ? 'viewer' : answer.text === before.fileText ? 'back' : 'disk', file: answer.file, text: answer.text };
    return undefined;
  }

  keepMine(): void {
    this.notice = null;
  }

  takeTheirs(): void {
    if (this.notice !== null && this.notice.kind !== 'other') this.replace(this.notice.text);
    this.notice = null;
  }

  private know(answer: Answer): void {
    this.serverText = answer.text;
    this.file = answer.file;
    if (answer.origin === 'file' || answer.state === 'running') this.fileText = answer.text;
  }

  // Another model.
  private change(answer: Answer): void {
    const lost = this.hasUnsaved && this.shown !== answer.text ? { kind: 'other' as const, file: this.file, text: this.shown } : null;
    this.know(answer);
    this.fileText = answer.text;
    this.replace(answer.text);
    this.notice = lost;
  }

  // Texts come back in the order in which they were sent.
  private findEcho(text: string): boolean {
    const at = this.sent.lastIndexOf(text);
    if (at >= 0) this.sent = this.sent.slice(at);
    return at >= 0;
  }

  private replace(text: string): void {
    this.shown = text;
    this.hasOwn = false;
    this.sent = [];
    this.wanted = null;
    if (this.isDisputed) this.notice = null;
  }
}
