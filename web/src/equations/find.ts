// SPDX-License-Identifier: Apache-2.0
// Words in lines of equations.

// A test for lines that contain the word: a short one must be a word of its own, as u1 is not in u12.
export function hasWord(words: string): (text: string) => boolean {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return () => true;
  const literal = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isName = /^[a-z_][a-z0-9_]*'*$/.test(wanted);
  const pattern = new RegExp(isName && /\d$|^.{1,2}$/.test(wanted) ? `(^|[^a-z0-9_])${literal}($|[^a-z0-9_])` : literal, 'i');
  return (text) => pattern.test(text);
}
