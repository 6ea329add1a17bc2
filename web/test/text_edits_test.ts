// SPDX-License-Identifier: Apache-2.0
// Facts about the text that the page shows while the server, the disk and other viewers change theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextEdits } from '../src/panels/text_edits.ts';

const FILE = { file: 'cart.yaml', state: 'running', origin: 'file' } as const;
const PAGE = { file: 'cart.yaml', state: 'edited', origin: 'page' } as const;

function opened(): TextEdits {
  const edits = new TextEdits();
  edits.take({ ...FILE, text: 'a' });
  return edits;
}

function typed(edits: TextEdits, text: string): void {
  edits.edit(text);
  edits.note(text);
}

test('a_text_that_was_not_edited_follows_the_file', () => {
  const edits = opened();
  edits.take({ ...FILE, text: 'b' });
  assert.equal(edits.shown, 'b');
  assert.equal(edits.notice, null);
});

test('characters_typed_while_a_text_is_derived_stay', () => {
  const edits = opened();
  typed(edits, 'ab');
  edits.edit('abc');
  for (const state of ['formulating', 'edited'] as const) edits.take({ ...PAGE, text: 'ab', state });
  assert.equal(edits.shown, 'abc');
  assert.equal(edits.notice, null);
  assert.ok(edits.isAhead);
  edits.note('abc');
  edits.take({ ...PAGE, text: 'abc' });
  assert.ok(!edits.isAhead);
});

test('an_edit_taken_back_before_its_echo_stays_taken_back', () => {
  const edits = opened();
  typed(edits, 'ab');
  typed(edits, 'a');
  edits.take({ ...PAGE, text: 'ab' });
  assert.equal(edits.shown, 'a');
  edits.take({ ...FILE, text: 'a', origin: 'page' });
  assert.equal(edits.notice, null);
  assert.ok(!edits.hasUnsaved);
});

test('a_change_on_disk_does_not_replace_edits_even_if_they_run', () => {
  const edits = opened();
  typed(edits, 'ab');
  edits.take({ ...PAGE, text: 'ab' });
  edits.take({ ...FILE, text: 'x', state: 'formulating' });
  assert.equal(edits.shown, 'ab');
  assert.deepEqual(edits.notice, { kind: 'disk', file: 'cart.yaml', text: 'x' });
  assert.ok(edits.isDisputed);
  edits.edit('abc');
  edits.take({ ...FILE, text: 'x' });
  assert.ok(edits.isDisputed, 'typing on decides nothing');
  edits.takeTheirs();
  assert.equal(edits.shown, 'x');
  assert.equal(edits.notice, null);
});

test('who_keeps_the_own_text_can_save_it_and_hears_no_more_of_it', () => {
  const edits = opened();
  typed(edits, 'ab');
  edits.take({ ...FILE, text: 'x' });
  edits.keepMine();
  edits.note('ab');
  edits.take({ ...PAGE, text: 'ab' });
  edits.saved('ab');
  edits.take({ ...FILE, text: 'ab', origin: 'page' });
  assert.equal(edits.notice, null);
  assert.ok(!edits.hasUnsaved);
  edits.take({ ...FILE, text: 'y' });
  assert.equal(edits.shown, 'y', 'nothing is left to lose');
});

test('characters_typed_while_a_text_is_saved_stay', () => {
  const edits = opened();
  typed(edits, 'ab');
  edits.edit('abc');
  edits.saved('ab');
  edits.take({ ...FILE, text: 'ab' });
  assert.equal(edits.shown, 'abc');
  assert.equal(edits.notice, null);
});

test('another_viewer_does_not_replace_edits', () => {
  const edits = opened();
  edits.edit('mine');
  edits.take({ ...PAGE, text: 'theirs' });
  assert.equal(edits.shown, 'mine');
  assert.equal(edits.notice?.kind, 'viewer');
});

test('a_program_that_begins_again_with_the_file_does_not_replace_edits', () => {
  const edits = opened();
  typed(edits, 'ab');
  edits.take({ ...PAGE, text: 'ab' });
  edits.take({ ...FILE, text: 'a' });
  assert.equal(edits.shown, 'ab');
  assert.equal(edits.notice?.kind, 'back');
});

test('a_revert_that_the_page_asked_for_is_taken', () => {
  const edits = opened();
  edits.edit('ab');
  edits.expect('reverted');
  edits.take({ ...FILE, text: 'a' });
  assert.equal(edits.shown, 'a');
  assert.equal(edits.notice, null);
});

test('another_model_is_shown_and_unsaved_edits_of_the_last_one_are_offered', () => {
  const edits = opened();
  typed(edits, 'ab');
  edits.take({ ...PAGE, text: 'ab' });
  edits.expect('another');
  edits.take({ ...FILE, file: 'arm.yaml', text: 'arm', state: 'formulating' });
  assert.equal(edits.shown, 'arm');
  assert.deepEqual(edits.notice, { kind: 'other', file: 'cart.yaml', text: 'ab' });
  assert.ok(!edits.isDisputed);
});

test('a_file_of_the_same_name_that_the_page_opened_is_another_model', () => {
  const edits = opened();
  edits.expect('another');
  edits.take({ ...PAGE, text: 'foreign' });
  assert.equal(edits.shown, 'foreign');
  assert.equal(edits.notice, null);
});
