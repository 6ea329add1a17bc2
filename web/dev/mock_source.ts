// SPDX-License-Identifier: Apache-2.0
// For development only: the stand-in server inside the page.
import type { Command } from '../src/protocol/messages.ts';
import { decodeSnapshot } from '../src/protocol/snapshot.ts';
import type { Source, SourceListener } from '../src/source/source.ts';
import { MockServer } from './mock_server.ts';

export class MockSource implements Source {
  readonly kind = 'live';
  readonly address = '127.0.0.1:8420';
  server: MockServer | null = null;
  isSilent = false;
  private timer = 0;

  start(listener: SourceListener): void {
    this.server = new MockServer({
      message: (message) => listener.message(JSON.parse(JSON.stringify(message))),
      snapshot: (buffer) => this.isSilent || listener.snapshot(decodeSnapshot(buffer)),
    });
    listener.connection('open');
    this.server.begin();
    let last = performance.now();
    this.timer = window.setInterval(() => {
      const now = performance.now();
      if (!this.isSilent) this.server!.advance(Math.min(0.1, (now - last) / 1000));
      last = now;
    }, 1000 / 60);
  }

  send(command: Command): void {
    if (!this.isSilent) this.server?.receive(command);
  }

  retry(): void {
    this.isSilent = false;
  }

  stop(): void {
    window.clearInterval(this.timer);
  }
}
