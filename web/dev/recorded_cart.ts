// SPDX-License-Identifier: Apache-2.0
// For development only: a recorded run of the cart, pushed and steered, whose caster sticks for a while.
import type { RunEvent, ServerMessage } from '../src/protocol/messages.ts';
import type { RunHeader } from '../src/protocol/run_file.ts';
import { decodeSnapshot, type Snapshot } from '../src/protocol/snapshot.ts';
import { jumpsOf } from '../src/share.ts';
import { MockServer } from './mock_server.ts';

export class RecordedCart {
  readonly snapshots: Snapshot[] = [];
  private readonly messages: ServerMessage[] = [];

  constructor(seconds: number) {
    const server = new MockServer({ message: (m) => this.messages.push(JSON.parse(JSON.stringify(m))), snapshot: (b) => this.snapshots.push(decodeSnapshot(b)) });
    server.begin();
    for (let k = 1; k <= Math.round(60 * seconds); ++k) {
      const t = k / 60;
      server.receive({ type: 'input', name: 'F', value: 30 * Math.cos(1.2 * t) });
      server.receive({ type: 'input', name: 'tau', value: 4 * Math.sin(2 * t) });
      if (k === 9) server.receive({ type: 'constraint', name: 'caster_sticks', active: true });
      if (k === 72) server.receive({ type: 'constraint', name: 'caster_sticks', active: false });
      server.advance(1 / 60);
    }
  }

  header(): Omit<RunHeader, 'samples' | 'columns' | 'protocol'> {
    const of = <T extends ServerMessage['type']>(type: T) => this.messages.filter((m) => m.type === type) as Extract<ServerMessage, { type: T }>[];
    const events = of('event').filter((e: RunEvent) => e.kind !== 'input').map((e, k) => ({ ...e, number: k + 1 }));
    return {
      title: 'Shopping cart, pushed and steered',
      comment: 'Gillespie, “Kane’s equations for haptic display of multibody systems”, example 3. The caster sticks at 0.15 s and is released at 1.2 s.',
      hello: of('hello')[0]!, modes: of('modes').at(-1), documents: of('document'), events, text: of('text')[0], jumps: jumpsOf(this.snapshots), steps: 4000, unexplained: 9e-11, energy: 9.3,
    };
  }
}
