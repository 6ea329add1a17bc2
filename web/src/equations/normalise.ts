// SPDX-License-Identifier: Apache-2.0
// Documents as the page shows them: remarks in labels become notes, and rows that do not hold in the mode are left out.
import type { ConstraintInfo, EquationDocument, EquationLine, ModeInfo } from '../protocol/messages.ts';

function split(line: EquationLine): EquationLine & { remark?: string } {
  const parts = /^(\S+) \((.+)\)$/.exec(line.label ?? '');
  if (parts === null) return line;
  const remark = parts[2]!;
  return { ...line, label: parts[1], remark, ...(remark.startsWith('built') ? { note: remark } : {}) };
}

export function normalise(document: EquationDocument, mode: ModeInfo | undefined, constraints: readonly ConstraintInfo[]): EquationDocument {
  const holds = (label: string | undefined, remark: string | undefined) => {
    if (remark === undefined || remark.startsWith('built') || mode?.rows === undefined) return true;
    const info = constraints.find((c) => c.name === label || (label ?? '').startsWith(`${c.name}.`));
    return info === undefined || info.rows.some((r) => mode.rows!.includes(r));
  };
  return {
    ...document,
    sections: document.sections.map((section) => section.kind !== 'rows' ? { ...section, title: section.title.replace(/^(Dynamical equations) with .* embedded$/, '$1') } : {
      ...section, lines: section.lines.map(split).filter((l) => holds(l.label, l.remark)),
    }),
  };
}
