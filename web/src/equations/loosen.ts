// SPDX-License-Identifier: Apache-2.0
// Makes long equations breakable. KaTeX breaks lines after operators outside of groups; brackets that stretch and fractions are groups.
import { endOfToken } from './mark.ts';

const ONE_TRIAL = 600; // characters beyond which a line surely breaks, and every trial would cost milliseconds

// About how many letters a piece of LaTeX takes on paper; indices and powers count half.
export function visibleLength(latex: string): number {
  const small = /[_^](?:\{([^{}]*)\}|(\\[a-zA-Z]+|.))/g;
  const letters = (text: string) => text.replace(/\\(?:left|right|bigl|bigr|frac|displaystyle|[,;! ])/g, '').replace(/\\[a-zA-Z]+/g, 'mm').replace(/[{}\s]/g, '').length;
  let halves = 0;
  const rest = latex.replace(small, (_, group: string | undefined, one: string | undefined) => {
    halves += letters(group ?? one ?? '');
    return '';
  });
  return letters(rest) + halves / 2;
}

// Brackets of fixed size stay in the line and may be broken inside; short ones keep stretching.
export function loosenBrackets(latex: string, longest = 0): string {
  let out = '';
  let at = 0;
  while (at < latex.length) {
    const open = /^\\left\s*(\\[{}|]|[([|.])/.exec(latex.slice(at, at + 16));
    if (open === null) {
      const end = latex[at] === '{' || latex[at] === '}' ? at + 1 : endOfToken(latex, at);
      out += latex.slice(at, end);
      at = end;
      continue;
    }
    const start = at + open[0].length;
    const { inner, close, end } = matchingRight(latex, start);
    const content = loosenBrackets(inner, longest);
    if (visibleLength(inner) <= longest || close === null) out += `${open[0]}${content}${close === null ? '' : `\\right${close}`}`;
    else out += fixedBracket(open[1]!, 'l') + content + fixedBracket(close, 'r');
    at = end;
  }
  return out;
}

function fixedBracket(bracket: string, side: 'l' | 'r'): string {
  if (bracket === '.') return '';
  return /^[([\])]$/.test(bracket) ? `\\big${side}${bracket}` : bracket;
}

function matchingRight(latex: string, start: number): { inner: string; close: string | null; end: number } {
  let depth = 1;
  const token = /\\(left|right)(?![a-zA-Z])\s*(\\[{}|]|[()[\]|.])/g;
  token.lastIndex = start;
  for (let m = token.exec(latex); m !== null; m = token.exec(latex)) {
    depth += m[1] === 'left' ? 1 : -1;
    if (depth === 0) return { inner: latex.slice(start, m.index), close: m[2]!, end: m.index + m[0].length };
  }
  return { inner: latex.slice(start), close: null, end: latex.length };
}

function isSimple(latex: string): boolean {
  return !/[+-]|\\(?:frac|cdot|,)|\s/.test(latex.replace(/^\{|\}$/g, '').trim());
}

// \frac{a}{b} becomes (a) / b, which may be broken inside a; short ones stay fractions.
export function loosenFractions(latex: string, longest = 0): string {
  let out = '';
  let at = 0;
  while (at < latex.length) {
    const end = latex[at] === '{' ? at + 1 : endOfToken(latex, at);
    if (latex.slice(at, end) !== '\\frac') {
      out += latex.slice(at, end);
      at = end;
      continue;
    }
    const endAbove = endOfToken(latex, end);
    const endBelow = endOfToken(latex, endAbove);
    const whole = latex.slice(end, endBelow);
    if (Math.max(visibleLength(latex.slice(end, endAbove)), visibleLength(latex.slice(endAbove, endBelow))) <= longest) {
      out += `\\frac${whole}`;
      at = endBelow;
      continue;
    }
    const inner = (from: number, to: number) => loosenFractions(latex.slice(from, to).replace(/^\{([\s\S]*)\}$/, '$1'), longest);
    const above = inner(end, endAbove);
    const below = inner(endAbove, endBelow);
    out += `${isSimple(above) ? above : `\\bigl(${above}\\bigr)`} / ${isSimple(below) ? below : `\\bigl(${below}\\bigr)`} `;
    at = endBelow;
  }
  return out;
}

// Marks of alignment go, and \sin\left(q\right) of a single name loses its brackets.
export function tidy(latex: string): string {
  return latex.replace(/(^|[^\\])&/g, '$1')
    .replace(/\\(sin|cos|tan)(\^\{?\d+\}?)?\s*\\left\(\s*((?:\\[a-zA-Z]+|[a-zA-Z])(?:_\{[^{}]*\}|_[a-zA-Z0-9])?)\s*\\right\)/g, (_, name: string, power: string | undefined, inner: string) => `\\${name}${power ?? ''} ${inner}`);
}

// From the fullest form to the one that breaks most easily: what is longer than so many letters is loosened.
export function breakingForms(latex: string): string[] {
  const loosened = (longest: number) => loosenBrackets(loosenFractions(latex, longest), longest);
  const forms = latex.length > ONE_TRIAL ? [loosened(22), loosened(0)] : [latex, loosened(30), loosened(18), loosened(0)];
  return forms.filter((form, k) => forms.indexOf(form) === k);
}
