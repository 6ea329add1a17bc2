// SPDX-License-Identifier: Apache-2.0
// Facts about symbols in LaTeX, breaking of long equations, and differences between modes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents } from '../dev/cart_documents.ts';
import { compareDocuments } from '../src/equations/compare.ts';
import { breakingForms, flattenSums, loosenBrackets, loosenFractions, sizeBrackets, tidy, visibleLength } from '../src/equations/loosen.ts';
import { endOfToken, markColour, markedIndex, markSymbols } from '../src/equations/mark.ts';
import type { SymbolInfo } from '../src/protocol/messages.ts';

const symbol = (latex: string): SymbolInfo => ({ name: latex, latex, kind: 'speed', unit: '', value: 0 });
const marked = (latex: string, ...spellings: string[]) => {
  const text = markSymbols(latex, spellings.map(symbol));
  return text.replace(/\{\\textcolor\{(#[0-9a-f]{6})\}\{((?:[^{}]|\{[^{}]*\}|\{(?:[^{}]|\{[^{}]*\})*\})*)\}\}/g, (_, c: string, inner: string) => `<${markedIndex(c)}:${inner}>`);
};

test('symbols_are_found_by_their_spelling', () => {
  assert.equal(marked('m_{B} L_{1} u_{1}', 'm_{B}', 'u_{1}'), '<0:m_{B}> L_{1} <1:u_{1}>');
});

test('a_letter_inside_a_command_or_a_longer_symbol_is_no_symbol', () => {
  assert.equal(marked('\\frac{F}{F_{1}}', 'F'), '\\frac{<0:F>}{F_{1}}');
  assert.equal(marked('\\tau + \\taux', '\\tau'), '<0:\\tau> + \\taux');
  assert.equal(marked('\\text{F} + F', 'F'), '\\text{F} + <0:F>');
});

test('the_longest_spelling_wins', () => {
  assert.equal(marked('\\dot{u}_{1} + u_{1}', 'u_{1}', '\\dot{u}_{1}'), '<1:\\dot{u}_{1}> + <0:u_{1}>');
});

test('powers_stay_with_their_symbol', () => {
  assert.equal(marked('u_{2}^{2} + u_{2}^3', 'u_{2}'), '<0:u_{2}^{2}> + <0:u_{2}^3>');
});

test('colours_carry_the_number_of_a_symbol', () => {
  for (const index of [0, 1, 255, 256, 65535]) assert.equal(markedIndex(markColour(index)), index);
  assert.equal(markedIndex('rgb(83, 1, 2)'), 258);
  assert.equal(markedIndex('rgb(0, 0, 0)'), -1);
});

test('tokens_end_where_latex_ends_them', () => {
  assert.equal(endOfToken('{a{b}c}d', 0), 7);
  assert.equal(endOfToken('\\frac{a}', 0), 5);
  assert.equal(endOfToken('{open', 0), 5);
  assert.equal(endOfToken('{\\}}x', 0), 4);
});

test('stretching_brackets_become_brackets_that_may_be_broken', () => {
  assert.equal(loosenBrackets('\\left(a + b\\right)'), '\\bigl(a + b\\bigr)');
  assert.equal(loosenBrackets('\\left\\{a\\right\\}'), '\\{a\\}');
});

test('nested_brackets_are_loosened_from_outside_inwards', () => {
  assert.equal(loosenBrackets('\\left(a + \\left(b\\right) c\\right)', 2), '\\bigl(a + \\left(b\\right) c\\bigr)');
  assert.equal(loosenBrackets('\\left(a'), '\\left(a');
});

test('brackets_that_may_be_broken_are_as_tall_as_the_fractions_inside', () => {
  assert.equal(sizeBrackets('\\bigl(a + \\frac{b}{c}\\bigr) d'), '\\biggl(a + \\frac{b}{c}\\biggr) d');
  assert.equal(sizeBrackets('(\\left(a + \\frac{I}{2}\\right) b + c) \\dot{u}'), '\\biggl(\\left(a + \\frac{I}{2}\\right) b + c\\biggr) \\dot{u}');
  assert.equal(sizeBrackets('\\bigl(a + b\\bigr) + \\frac{(c + d)}{e}'), '\\bigl(a + b\\bigr) + \\frac{(c + d)}{e}');
  assert.equal(sizeBrackets('\\frac{(\\frac{a}{b} + c)}{e}'), '\\frac{\\Bigl(\\frac{a}{b} + c\\Bigr)}{e}', 'smaller within a fraction');
  assert.equal(sizeBrackets('a) + (b'), 'a) + (b', 'brackets without a partner stay');
});

test('a_sum_that_is_added_has_no_brackets', () => {
  assert.equal(flattenSums('F + \\left(a - b \\, \\left(c + d\\right)\\right) + h'), 'F + a - b \\, \\left(c + d\\right) + h');
  assert.equal(flattenSums('z = a + \\left(b + \\left(c + d\\right)\\right)'), 'z = a + b + c + d');
  for (const kept of ['a - \\left(b + c\\right)', 'a + \\left(b + c\\right) \\, d', 'a + \\left(b + c\\right)^{2}', 'a + \\left(-b + c\\right)', 'a \\left(b + c\\right)']) assert.equal(flattenSums(kept), kept);
});

test('letters_of_indices_count_half', () => {
  assert.equal(visibleLength('m_{B} u_{1}^{2}'), 3.5);
});

test('fractions_become_quotients_with_brackets_where_needed', () => {
  assert.equal(loosenFractions('x = \\frac{a + b}{c}'), 'x = \\bigl(a + b\\bigr) / c ');
  assert.equal(loosenFractions('\\frac{\\frac{a}{b} + 1}{c + d}'), '\\bigl(a / b  + 1\\bigr) / \\bigl(c + d\\bigr) ');
});

test('forms_go_from_the_fullest_to_the_most_breakable_without_repeats', () => {
  assert.equal(breakingForms('a = b').length, 1);
  assert.deepEqual(breakingForms('\\left(a\\right)'), ['\\left(a\\right)', '\\bigl(a\\bigr)']);
  const long = Array.from({ length: 12 }, (_, k) => `a_{${k}}`).join(' + ');
  const forms = breakingForms(`x = \\frac{${long}}{\\left(c + d\\right)} + \\frac{a}{b}`);
  assert.ok(forms[1]!.includes('\\frac{a}{b}') && forms[1]!.includes('\\left(c + d\\right)') && !forms[1]!.includes('\\frac{a_{0}'));
  assert.ok(!forms.at(-1)!.includes('\\frac'));
});

test('the_change_to_a_sticking_caster_is_named_section_by_section', () => {
  const [free, sticks] = documents(100);
  const changes = compareDocuments(sticks!, free);
  const byKind = new Map(sticks!.sections.map((s, k) => [s.kind, changes[k]!]));
  assert.equal(byKind.get('dynamical')!.tag, 'now 1, was 2');
  assert.equal(byKind.get('dependent')!.tag, 'now 2, was 1');
  assert.equal(byKind.get('rows')!.tag, '1 added');
  assert.deepEqual([...byKind.get('rows')!.lines], [1]);
  assert.equal(byKind.get('kinematical')!.tag, '1 changed');
  assert.deepEqual([...byKind.get('kinematical')!.lines], [3]);
});

test('without_an_earlier_mode_nothing_is_marked', () => {
  const changes = compareDocuments(documents(100)[0]!, undefined);
  assert.ok(changes.every((c) => c.tag === '' && c.lines.size === 0 && !c.isWhole));
});

test('brackets_round_a_single_name_and_marks_of_alignment_go', () => {
  assert.equal(tidy('u_{1} &= \\sin\\left(q_{4}\\right) \\, u_{2}'), 'u_{1} = \\sin q_{4} \\, u_{2}');
  assert.equal(tidy('\\cos^{2}\\left(\\theta\\right)'), '\\cos^{2} \\theta');
  assert.equal(tidy('\\sin\\left(q_{1} + q_{2}\\right)'), '\\sin\\left(q_{1} + q_{2}\\right)');
});
