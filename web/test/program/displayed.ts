// SPDX-License-Identifier: Apache-2.0
// Solves the dynamical equations that the page displays, as text, for the accelerations.
import type { EquationDocument } from '../../src/protocol/messages.ts';

type Values = Record<string, number>;

const plain = (name: string) => name.replaceAll("'", '_rate');

// An expression of the program's text becomes a function of named numbers.
function evaluate(text: string, values: Values): number {
  const names = Object.keys(values).filter((n) => /^[A-Za-z_][A-Za-z0-9_]*'*$/.test(n));
  const body = text.replace(/([A-Za-z_][A-Za-z0-9_]*'*)/g, (name) => (/^(sin|cos|tan|sqrt|abs|exp|log|atan2|asin|acos|atan)$/.test(name) ? `Math.${name}` : plain(name))).replaceAll('^', '**');
  return Number(new Function(...names.map(plain), `return ${body}`)(...names.map((n) => values[n])));
}

// Short names are defined by others that may come later.
function withShortNames(document: EquationDocument, values: Values): Values {
  const all = { ...values };
  const open = document.sections.filter((s) => s.kind === 'short_names').flatMap((s) => s.lines.map((l) => l.text.split(' = ') as [string, string]));
  for (let pass = 0; pass < 20 && open.length > 0; ++pass) {
    for (const line of [...open]) {
      try {
        all[line[0]] = evaluate(line[1], all);
        open.splice(open.indexOf(line), 1);
      } catch {
        // One of its names is not known yet.
      }
    }
  }
  return all;
}

// The equations are linear in the accelerations: their coefficients are differences of residuals.
export function accelerations(document: EquationDocument, values: Values, unknowns: string[]): number[] {
  const known = withShortNames(document, values);
  const lines = document.sections.filter((s) => s.kind === 'dynamical').flatMap((s) => s.lines).map((l) => l.text.split(' = ') as [string, string]);
  const zero = Object.fromEntries(unknowns.map((n) => [n, 0]));
  const residual = ([left, right]: [string, string], at: Values) => evaluate(left, { ...known, ...at }) - evaluate(right, { ...known, ...at });
  const rows = lines.map((line) => {
    const constant = residual(line, zero);
    return [...unknowns.map((n) => residual(line, { ...zero, [n]: 1 }) - constant), -constant];
  });
  return solve(rows);
}

function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let k = 0; k < n; ++k) {
    const pivot = rows.slice(k).reduce((best, r, i) => (Math.abs(r[k]!) > Math.abs(rows[best]![k]!) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = 0; i < n; ++i) {
      if (i === k) continue;
      const factor = rows[i]![k]! / rows[k]![k]!;
      rows[i] = rows[i]!.map((x, j) => x - factor * rows[k]![j]!);
    }
  }
  return rows.map((r, k) => r[n]! / r[k]!);
}
