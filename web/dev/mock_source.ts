// SPDX-License-Identifier: Apache-2.0
// For development only: the stand-in server inside the page.
import type { Command } from '../src/protocol/messages.ts';
import { decodeSnapshot } from '../src/protocol/snapshot.ts';
import type { Source, SourceListener } from '../src/source/source.ts';
import { toBase64 } from '../src/protocol/base64.ts';
import { writeRun } from '../src/protocol/run_file.ts';
import { MockServer } from './mock_server.ts';
import { RecordedCart } from './recorded_cart.ts';

export class MockSource implements Source {
  readonly kind = 'live';
  readonly address = '127.0.0.1:8420';
  server: MockServer | null = null;
  isSilent = false;
  private timer = 0;
  private listener: SourceListener | null = null;

  start(listener: SourceListener): void {
    this.listener = listener;
    this.server = new MockServer({
      message: (message) => listener.message(JSON.parse(JSON.stringify(message))),
      snapshot: (buffer) => this.isSilent || listener.snapshot(decodeSnapshot(buffer)),
    }, !location.search.includes('mistake'));
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
    if (this.isSilent) return;
    if (command.type === 'play') void this.play();
    this.server?.receive(command);
  }

  private async play(): Promise<void> {
    const cart = new RecordedCart(4);
    this.listener?.message({ type: 'recorded', name: 'run_1', run: toBase64(await writeRun(cart.header(), cart.snapshots)) });
  }

  retry(): void {
    this.isSilent = false;
  }

  stop(): void {
    window.clearInterval(this.timer);
  }
}
