// SPDX-License-Identifier: Apache-2.0
// A list that may be very long: elements are made when they come near the view, a few at a time, and kept.
import { h, replaceChildren } from '../dom.ts';

const CHUNK = 30;

export class LazyLines {
  readonly root: HTMLElement;
  private readonly made = new Map<number, HTMLElement>();
  private readonly end = h('div', { class: 'lines-end', 'aria-hidden': 'true' });
  private readonly observer: IntersectionObserver;
  private wanted: readonly number[] = [];
  private shown = 0;

  constructor(count: number, className: string, private readonly make: (index: number) => HTMLElement) {
    this.root = h('div', { class: className });
    this.observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && this.more(), { rootMargin: '600px' });
    this.show(Array.from({ length: count }, (_, k) => k));
  }

  // Shows these lines and no others.
  show(indices: readonly number[]): void {
    this.wanted = indices;
    this.shown = 0;
    this.observer.disconnect();
    replaceChildren(this.root);
    this.more();
  }

  get elements(): ReadonlyMap<number, HTMLElement> {
    return this.made;
  }

  private more(): void {
    this.end.remove();
    this.observer.unobserve(this.end);
    const next = this.wanted.slice(this.shown, this.shown + CHUNK);
    this.root.append(...next.map((k) => this.element(k)));
    this.shown += next.length;
    if (this.shown === this.wanted.length) return;
    this.root.append(this.end);
    this.observer.observe(this.end);
  }

  private element(index: number): HTMLElement {
    let element = this.made.get(index);
    if (element === undefined) this.made.set(index, element = this.make(index));
    return element;
  }
}
