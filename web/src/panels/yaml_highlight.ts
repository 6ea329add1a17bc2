// SPDX-License-Identifier: Apache-2.0
// Keys in bold and comments in grey: as much colour as a model file needs.
import { h } from '../dom.ts';

export function commentStart(line: string): number {
  let quote = '';
  for (let i = 0; i < line.length; ++i) {
    const c = line[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '#' && (i === 0 || /\s/.test(line[i - 1]!))) return i;
  }
  return -1;
}

export function highlight(line: string): (Node | string)[] {
  const at = commentStart(line);
  const code = at < 0 ? line : line.slice(0, at);
  const key = /^(\s*(?:- )?)([A-Za-z_][\w.]*)(:)/.exec(code);
  const parts: (Node | string)[] = key === null ? [code] : [key[1]!, h('b', {}, key[2]!), code.slice(key[1]!.length + key[2]!.length)];
  if (at >= 0) parts.push(h('span', { class: 'comment' }, line.slice(at)));
  if (line === '') parts.push('\u200b');
  return parts;
}
