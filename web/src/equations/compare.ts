// SPDX-License-Identifier: Apache-2.0
// The differences between the equations of two modes, section by section.
import type { EquationDocument, EquationSection } from '../protocol/messages.ts';

export interface SectionChange {
  tag: string;
  lines: Set<number>; // lines that are new or different
  isWhole: boolean;
}

const lineKey = (line: { label?: string; text: string; note?: string }) => `${line.label ?? ''}|${line.text}|${line.note ?? ''}`;

export function sectionCount(section: EquationSection): number {
  return section.count ?? section.lines.length;
}

export function compareSection(now: EquationSection, before: EquationSection | undefined): SectionChange {
  const old = new Set((before?.lines ?? []).map(lineKey));
  const lines = new Set(now.lines.map((line, k) => (old.has(lineKey(line)) ? -1 : k)).filter((k) => k >= 0));
  if (before === undefined) return { tag: 'new', lines, isWhole: true };
  const was = sectionCount(before);
  const is = sectionCount(now);
  if (now.kind === 'dynamical' || now.kind === 'dependent') {
    return { tag: was === is ? (lines.size > 0 ? 'changed' : '') : `now ${is}, was ${was}`, lines, isWhole: lines.size > 0 };
  }
  if (is > was) return { tag: `${is - was} added`, lines, isWhole: false };
  if (is < was) return { tag: `${was - is} gone`, lines, isWhole: false };
  return { tag: lines.size > 0 ? `${lines.size} changed` : '', lines, isWhole: false };
}

export function compareDocuments(now: EquationDocument, before: EquationDocument | undefined): SectionChange[] {
  const none = (): SectionChange => ({ tag: '', lines: new Set<number>(), isWhole: false });
  const changes = now.sections.map((section) => {
    if (before === undefined) return none();
    return compareSection(section, before.sections.find((s) => s.kind === section.kind && (s.kind !== 'other' || s.title === section.title)));
  });
  // Short names are part of the equations that use them.
  const isDynamicalChanged = now.sections.some((s, k) => s.kind === 'dynamical' && changes[k]!.isWhole);
  return changes.map((change, k) => (now.sections[k]!.kind === 'short_names' ? { ...change, tag: '', isWhole: isDynamicalChanged } : change));
}
