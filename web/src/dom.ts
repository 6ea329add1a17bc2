// SPDX-License-Identifier: Apache-2.0
// Elements are made here, and only here: text is always text, never markup.

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, properties);
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

function apply(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

export function svg(tag: string, properties: Properties = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  apply(element, properties);
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

// Writes only what changed, so that ten updates a second cost nothing where nothing moved.
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setClass(element: Element, name: string, on: boolean): void {
  if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function replaceChildren(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
}

// Elements that are made anew lose the focus: the one in the same place gets it.
export function keepFocus(element: Element, rebuild: () => void): void {
  const focused = document.activeElement;
  const at = focused === null ? -1 : [...element.children].findIndex((child) => child.contains(focused));
  rebuild();
  if (at >= 0 && document.activeElement !== focused) (element.children[Math.min(at, element.childElementCount - 1)] as HTMLElement | undefined)?.focus();
}

export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Whether the text is in the clipboard now.
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Words that say what was just done, for two seconds.
export function flashWords(element: HTMLElement, words: string): void {
  element.textContent = words;
  window.clearTimeout(Number(element.dataset.timer));
  element.dataset.timer = String(window.setTimeout(() => { element.textContent = ''; }, 2000));
}

export function remembered<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`tangible.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tangible.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may have no storage; the setting then lasts as long as the page.
  }
}
