// SPDX-License-Identifier: Apache-2.0
// A long press is hover: what a mouse reads as a tooltip, a finger reads in a bubble.
import { h, setText } from '../dom.ts';

const HOLD_MS = 500;
const STAY_MS = 2500; // after the finger has left
const CLICK_MS = 400; // after the finger has left: a later click is of another press
const FAR = 10; // pixels: a finger that moves drags

// The tooltip of an element or of what it is in, of HTML or of a picture.
function tipOf(target: Element | null): string {
  for (let e = target; e !== null; e = e.parentElement) {
    const text = e.getAttribute('title') ?? [...e.children].find((child) => child.localName === 'title')?.textContent ?? null;
    if (text !== null) return text;
  }
  return '';
}

export function listenToLongPresses(root: HTMLElement): void {
  const tip = h('div', { class: 'card press-tip', role: 'tooltip', hidden: true });
  let timer = 0;
  let start: { x: number; y: number } | null = null; // of the finger that is down
  let hasTip = false; // what that finger is on
  let isShown = false; // by that finger, or by the one that left last
  let end = 0; // when it left
  const hide = () => { tip.hidden = true; };
  const show = (text: string, target: Element, { x, y }: { x: number; y: number }) => {
    isShown = true;
    setText(tip, text);
    (target.closest('dialog') ?? root).append(tip); // an open dialog covers what is outside of it
    tip.hidden = false;
    const left = Math.max(8, Math.min(window.innerWidth - tip.offsetWidth - 8, x - tip.offsetWidth / 2));
    const above = y - tip.offsetHeight - 28; // beside the finger, not below it
    tip.style.left = `${left}px`;
    tip.style.top = `${above >= 8 ? above : y + 28}px`;
  };
  root.addEventListener('pointerdown', (e) => {
    window.clearTimeout(timer);
    hide();
    isShown = false;
    start = null;
    if (e.pointerType !== 'touch' || !e.isPrimary) return;
    const target = e.target as Element;
    const text = tipOf(target);
    const at = { x: e.clientX, y: e.clientY };
    start = at;
    hasTip = text !== '';
    if (hasTip) timer = window.setTimeout(() => show(text, target, at), HOLD_MS);
  }, true);
  root.addEventListener('pointermove', (e) => {
    if (start === null || !e.isPrimary || Math.hypot(e.clientX - start.x, e.clientY - start.y) <= FAR) return;
    window.clearTimeout(timer);
    hide();
  }, true);
  for (const name of ['pointerup', 'pointercancel'] as const) {
    root.addEventListener(name, (e) => {
      if (!e.isPrimary) return;
      window.clearTimeout(timer);
      start = null;
      end = e.timeStamp;
      if (isShown) timer = window.setTimeout(hide, STAY_MS);
      if (name === 'pointercancel') isShown = false; // no click follows
    }, true);
  }
  // A press that showed what a button does is no click. Clicks of keys and of scripts have no detail.
  root.addEventListener('click', (e) => {
    const isOfPress = isShown && e.detail > 0 && e.timeStamp - end < CLICK_MS;
    isShown = false;
    if (!isOfPress) return;
    e.preventDefault();
    e.stopPropagation();
  }, true);
  // The menu of the browser may come before the tip, and would end the press.
  root.addEventListener('contextmenu', (e) => hasTip && start !== null && e.preventDefault(), true);
}
