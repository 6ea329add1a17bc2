// SPDX-License-Identifier: Apache-2.0
// A name in an element whose width does not follow from it: as many letters as there is room for, of its beginning and
// of its end.
import { setText } from '../dom.ts';
import { shortened } from '../format.ts';

const LEAST = 3; // letters
const names = new WeakMap<Element, string>();
let observer: ResizeObserver | null = null;

export function showFittingName(element: HTMLElement, name: string): void {
  observer ??= new ResizeObserver((entries) => entries.forEach((e) => fit(e.target as HTMLElement)));
  setText(element, name);
  names.set(element, name);
  observer.observe(element);
}

// The longest form of the name for which there is room.
export function fittingName(name: string, hasRoom: (text: string) => boolean): string {
  for (let most = name.length; most > LEAST; --most) {
    const text = shortened(name, most);
    if (hasRoom(text)) return text;
  }
  return shortened(name, LEAST);
}

function fit(element: HTMLElement): void {
  const name = names.get(element) ?? '';
  if (element.clientWidth === 0) return; // not on screen
  setText(element, name);
  if (element.scrollWidth <= element.clientWidth) return;
  // Letters differ in width: the last ones are counted by trial.
  const most = Math.ceil((1.2 * name.length * element.clientWidth) / element.scrollWidth);
  setText(element, fittingName(name, (text) => {
    if (text.length > most) return false;
    setText(element, text);
    return element.scrollWidth <= element.clientWidth;
  }));
}
