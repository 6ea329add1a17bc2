// SPDX-License-Identifier: Apache-2.0
// Finds symbols of the model in LaTeX and marks them with colours that encode their numbers: KaTeX without trust keeps colours.
import type { SymbolInfo } from '../protocol/messages.ts';

const MARK = 0x53;
const VERBATIM = new Set(['\\text', '\\mathrm', '\\operatorname', '\\begin', '\\end', '\\texttt', '\\textcolor', '\\color', '\\href', '\\url']);

// Index behind the group, control word or character that begins at the given place.
export function endOfToken(latex: string, at: number): number {
  if (latex[at] === '{') {
    let depth = 0;
    for (let i = at; i < latex.length; ++i) {
      if (latex[i] === '\\') ++i;
      else if (latex[i] === '{') ++depth;
      else if (latex[i] === '}' && --depth === 0) return i + 1;
    }
    return latex.length;
  }
  if (latex[at] === '\\') {
    const word = /^\\(?:[a-zA-Z]+|.)/s.exec(latex.slice(at, at + 40));
    return at + (word?.[0].length ?? 1);
  }
  return at + 1;
}

function matches(latex: string, at: number, spelling: string): boolean {
  if (!latex.startsWith(spelling, at)) return false;
  const next = latex[at + spelling.length] ?? '';
  if (next === '_' || next === "'") return false;
  return !(/\\[a-zA-Z]+$/.test(spelling) && /[a-zA-Z]/.test(next));
}

export function markColour(index: number): string {
  return `#${((MARK << 16) | index).toString(16).padStart(6, '0')}`;
}

// The number that a colour of the style sheet encodes, or -1.
export function markedIndex(cssColour: string): number {
  const rgb = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(cssColour);
  if (rgb !== null) return Number(rgb[1]) === MARK ? 256 * Number(rgb[2]) + Number(rgb[3]) : -1;
  const hex = /^#53([0-9a-f]{4})$/i.exec(cssColour);
  return hex === null ? -1 : parseInt(hex[1]!, 16);
}

export function markSymbols(latex: string, symbols: readonly SymbolInfo[]): string {
  const order = symbols.map((_, i) => i).filter((i) => symbols[i]!.latex !== '').sort((a, b) => symbols[b]!.latex.length - symbols[a]!.latex.length);
  const byFirst = new Map<string, number[]>();
  for (const i of order) {
    const first = symbols[i]!.latex[0]!;
    byFirst.set(first, [...(byFirst.get(first) ?? []), i]);
  }
  let out = '';
  let at = 0;
  while (at < latex.length) {
    const found = (byFirst.get(latex[at]!) ?? []).find((i) => matches(latex, at, symbols[i]!.latex));
    if (found !== undefined) {
      let end = at + symbols[found]!.latex.length;
      if (latex[end] === '^') end = endOfToken(latex, end + 1);
      out += `{\\textcolor{${markColour(found)}}{${latex.slice(at, end)}}}`;
      at = end;
      continue;
    }
    let end = latex[at] === '{' ? at + 1 : endOfToken(latex, at);
    if (VERBATIM.has(latex.slice(at, end))) while (latex[end] === '{') end = endOfToken(latex, end);
    out += latex.slice(at, end);
    at = end;
  }
  return out;
}
