// SPDX-License-Identifier: Apache-2.0
// Makes long equations breakable. KaTeX breaks lines after operators outside of groups; brackets that stretch and fractions are groups.
import { endOfToken } from './mark.ts';

const ONE_TRIAL = 600; // characters beyond which a line surely breaks, and every trial would cost milliseconds

// Brackets of fixed size stay in the line and may be broken inside.
export function loosenBrackets(latex: string): string {
  return latex
    .replace(/\\left\s*(\\[{}|]|[([|])/g, (_, b: string) => (b === '(' || b === '[' ? `\\bigl${b}` : b))
    .replace(/\\right\s*(\\[{}|]|[)\]|])/g, (_, b: string) => (b === ')' || b === ']' ? `\\bigr${b}` : b));
}

function isSimple(latex: string): boolean {
  return !/[+-]|\\(?:frac|cdot|,)|\s/.test(latex.replace(/^\{|\}$/g, '').trim());
}

// \frac{a}{b} becomes (a) / b, which may be broken inside a.
export function loosenFractions(latex: string): string {
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
    const inner = (from: number, to: number) => loosenFractions(latex.slice(from, to).replace(/^\{([\s\S]*)\}$/, '$1'));
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

// From the fullest form to the one that breaks most easily.
export function breakingForms(latex: string): string[] {
  const loose = loosenBrackets(latex);
  const forms = [latex, loose, loosenBrackets(loosenFractions(loose))];
  if (latex.length > ONE_TRIAL) return forms.slice(2);
  return forms.filter((form, k) => forms.indexOf(form) === k);
}
