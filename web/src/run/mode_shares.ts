// SPDX-License-Identifier: Apache-2.0
// Which share of the time each mode had.
import type { ModesMessage } from '../protocol/messages.ts';

// Of each mode, in per cent; the present mode has the time since the message, too. Undefined where no time has passed.
export function sharesOfTime(message: ModesMessage, current: number, now: number): (number | undefined)[] {
  const seconds = message.modes.map((m) => {
    const since = m.id === current && message.time !== undefined ? Math.max(0, now - message.time) : 0;
    return Math.max(0, m.seconds ?? 0) + since;
  });
  const total = seconds.reduce((sum, s) => sum + s, 0);
  return seconds.map((s) => (total > 0 ? Math.round((100 * s) / total) : undefined));
}
