// SPDX-License-Identifier: Apache-2.0
// Documents as the page shows them: remarks in labels become notes, and rows that do not hold in the mode are left out.
import type { ConstraintInfo, EquationDocument, EquationLine, EquationSection, ModeInfo } from '../protocol/messages.ts';

function split(line: EquationLine): EquationLine & { remark?: string } {
  const parts = /^(\S+) \((.+)\)$/.exec(line.label ?? '');
  if (parts === null) return line;
  const remark = parts[2]!;
  return { ...line, label: parts[1], remark, ...(remark.startsWith('built') ? { note: remark } : {}) };
}

// Left and right side of an equation. LaTeX may have a mark of alignment before its sign.
const sidesOf = (text: string) => /^(.*?) &?= (.*)$/s.exec(text);

// u2 = X and u3 = X are read as one line, u2 = u3 = X.
export function joinEqual(lines: readonly EquationLine[]): EquationLine[] {
  const byRight = new Map<string, EquationLine>();
  const joined: EquationLine[] = [];
  for (const line of lines) {
    const text = sidesOf(line.text);
    const latex = line.latex === undefined ? undefined : sidesOf(line.latex);
    const isPlain = text !== null && latex !== null && line.label === undefined && line.note === undefined && line.numbers === undefined;
    const key = isPlain ? `${text[2]}\n${latex?.[2] ?? ''}` : '';
    const same = isPlain ? byRight.get(key) : undefined;
    if (!isPlain || same === undefined) {
      joined.push({ ...line });
      if (isPlain) byRight.set(key, joined.at(-1)!);
      continue;
    }
    const insert = (before: string, [, left, right]: RegExpExecArray) => `${before.slice(0, before.length - right!.length)}${left} = ${right}`;
    same.text = insert(same.text, text);
    if (latex !== undefined && same.latex !== undefined) same.latex = insert(same.latex, latex);
  }
  return joined;
}

// Titles as the page has them, whatever the program calls its sections.
function named(section: EquationSection): EquationSection {
  if (/^Kinematical/.test(section.title)) return { ...section, kind: 'kinematical', title: 'Kinematical equations' };
  // The number of equations stays that of the speeds.
  if (section.kind === 'dependent') return { ...section, count: section.count ?? section.lines.length, lines: joinEqual(section.lines) };
  return section.kind === 'rows' ? { ...section, title: 'Rows of the constraints' } : section;
}

export function normalise(document: EquationDocument, mode: ModeInfo | undefined, constraints: readonly ConstraintInfo[]): EquationDocument {
  const holds = (label: string | undefined, remark: string | undefined) => {
    if (remark === undefined || remark.startsWith('built') || mode?.rows === undefined) return true;
    const info = constraints.find((c) => c.name === label || (label ?? '').startsWith(`${c.name}.`));
    return info === undefined || info.rows.some((r) => mode.rows!.includes(r));
  };
  const isSpeeds = (title: string) => /^Generalized speeds/.test(title);
  return {
    ...document,
    // The definition of the speeds is read last: the kinematical equations are its inverse.
    sections: [...document.sections.filter((s) => !isSpeeds(s.title)), ...document.sections.filter((s) => isSpeeds(s.title))].map(named).map((section) => section.kind !== 'rows' ? { ...section, title: section.title.replace(/^(Dynamical equations) with .* embedded$/, '$1') } : {
      ...section, lines: section.lines.map(split).filter((l) => holds(l.label, l.remark)),
    }),
  };
}
