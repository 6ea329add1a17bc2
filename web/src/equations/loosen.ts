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

// Brackets that do not stretch by themselves are as tall as the fractions between them.
export function sizeBrackets(latex: string): string {
  const out: string[] = [];
  const open: { place: number; bracket: string; isTall: boolean }[] = []; // of brackets and of groups
  const mark = () => { for (const o of open) o.isTall = true; };
  for (const [token] of latex.matchAll(/\\(?:left|right)\s*(?:\\[{}|]|[()[\]|.])|\\big[lr][()[\]]|\\[a-zA-Z]+|\\.|[\s\S]/g)) {
    const bracket = /^(?:\\bigl)?([([])$/.exec(token)?.[1] ?? (token === '{' || token.startsWith('\\left') ? 'group' : undefined);
    const closes = /^(?:\\bigr)?[)\]]$/.test(token);
    if (token === '\\frac') mark();
    if (bracket !== undefined) open.push({ place: out.length, bracket, isTall: false });
    else if (closes || token === '}' || token.startsWith('\\right')) {
      const partner = open.pop();
      if (closes && partner?.isTall === true && partner.bracket !== 'group') {
        const size = open.some((o) => o.bracket === 'group') ? 'Big' : 'bigg';
        out[partner.place] = `\\${size}l${partner.bracket}`;
        out.push(`\\${size}r${token.at(-1)!}`);
        continue;
      }
    }
    out.push(token);
  }
  return out.join('');
}

// a + \left(b + c\right) + d is a + b + c + d.
export function flattenSums(latex: string): string {
  let out = '';
  let at = 0;
  for (let open = latex.indexOf('\\left(', at); open >= 0; open = latex.indexOf('\\left(', at)) {
    const { inner, close, end } = matchingRight(latex, open + 6);
    const isTerm = /\+\s*$/.test(latex.slice(0, open)) && close === ')' && /^\s*(?:$|[-+=,}&)]|\\right)/.test(latex.slice(end));
    const next = isTerm && !/^\s*-/.test(inner) ? end : open + 6;
    out += latex.slice(at, open) + (next === end ? flattenSums(inner) : '\\left(');
    at = next;
  }
  return out + latex.slice(at);
}

// Marks of alignment go, and \sin\left(q\right) of a single name loses its brackets.
export function tidy(latex: string): string {
  return flattenSums(latex).replace(/(^|[^\\])&/g, '$1')
    .replace(/\\(sin|cos|tan)(\^\{?\d+\}?)?\s*\\left\(\s*((?:\\[a-zA-Z]+|[a-zA-Z])(?:_\{[^{}]*\}|_[a-zA-Z0-9])?)\s*\\right\)/g, (_, name: string, power: string | undefined, inner: string) => `\\${name}${power ?? ''} ${inner}`);
}

// From the fullest form to the one that breaks most easily: what is longer than so many letters is loosened.
export function breakingForms(latex: string): string[] {
  const loosened = (longest: number) => loosenBrackets(loosenFractions(latex, longest), longest);
  const forms = latex.length > ONE_TRIAL ? [loosened(22), loosened(0)] : [latex, loosened(30), loosened(18), loosened(0)];
  return forms.map(sizeBrackets).filter((form, k, all) => all.indexOf(form) === k);
}
