// SPDX-License-Identifier: Apache-2.0
// Documents as the page shows them: remarks in labels become notes, and rows that do not hold in the mode are left out.
import type { ConstraintInfo, EquationDocument, EquationLine, EquationSection, ModeInfo } from '../protocol/messages.ts';

function split(line: EquationLine): EquationLine & { remark?: string } {
  const parts = /^(\S+) \((.+)\)$/.exec(line.label ?? '');
  if (parts === null) return line;
  const remark = parts[2]!;
  return { ...line, label: parts[1], remark, ...(remark.startsWith('built') ? { note: remark } : {}) };
}

// Titles as the page has them, whatever the program calls its sections.
function named(section: EquationSection): EquationSection {
  if (/^Kinematical/.test(section.title)) return { ...section, kind: 'kinematical', title: 'Kinematical equations' };
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
