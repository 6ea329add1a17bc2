// SPDX-License-Identifier: Apache-2.0
// The seam between the page and what drives it: a server behind a WebSocket, a recorded run, or a worker in the page.
import type { Command, ServerMessage } from '../protocol/messages.ts';
import type { Snapshot } from '../protocol/snapshot.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused' | 'other_version';

export interface SourceListener {
  message(message: ServerMessage): void;
  snapshot(snapshot: Snapshot): void;
  connection(state: ConnectionState, text?: string): void;
  forget(): void; // the events so far are those of another run of the program
}

export interface Source {
  readonly kind: 'live' | 'recorded';
  readonly address: string;
  start(listener: SourceListener): void;
  send(command: Command): void;
  retry(): void;
  stop(): void;
}
