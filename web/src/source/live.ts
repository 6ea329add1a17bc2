// SPDX-License-Identifier: Apache-2.0
// A live run behind a WebSocket: token exchange, connection, return after a loss with the number of the last event.
import type { Command, ServerMessage } from '../protocol/messages.ts';
import { PROTOCOL } from '../protocol/messages.ts';
import { decodeSnapshot } from '../protocol/snapshot.ts';
import type { Source, SourceListener } from './source.ts';

const RETRY_SECONDS = [0.25, 0.5, 1, 2, 5];

export class LiveSource implements Source {
  readonly kind = 'live';
  readonly address = location.host;
  private socket: WebSocket | null = null;
  private listener: SourceListener | null = null;
  private attempts = 0;
  private lastEvent = 0;
  private timer = 0;
  private pings = 0;
  private isStopped = false;

  start(listener: SourceListener): void {
    this.listener = listener;
    this.pings = window.setInterval(() => this.send({ type: 'ping', id: 0 }), 2000);
    void exchangeToken().then(() => this.connect());
  }

  send(command: Command): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (command.type === 'hand' && this.socket.bufferedAmount > 4096) return; // a stale pose is of no use
    this.socket.send(JSON.stringify(command));
  }

  retry(): void {
    window.clearTimeout(this.timer);
    this.attempts = 0;
    if (this.socket === null) this.connect();
  }

  stop(): void {
    this.isStopped = true;
    window.clearInterval(this.pings);
    window.clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    this.listener?.connection('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/live?since=${this.lastEvent}`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.attempts = 0;
      this.listener?.connection('open');
    };
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = () => {
      this.socket = null;
      if (!this.isStopped) void this.comeBack(wasOpen);
    };
  }

  private async comeBack(wasOpen: boolean): Promise<void> {
    const refused = !wasOpen && (await cookieIsMissing());
    this.listener?.connection(refused ? 'refused' : 'lost');
    const wait = RETRY_SECONDS[Math.min(this.attempts++, RETRY_SECONDS.length - 1)]!;
    this.timer = window.setTimeout(() => this.connect(), 1000 * (refused ? 5 : wait));
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      this.listener?.snapshot(decodeSnapshot(data));
      return;
    }
    const message = JSON.parse(data) as ServerMessage;
    if (message.type === 'hello' && message.protocol !== PROTOCOL) {
      this.listener?.connection('other_version', `The server speaks protocol ${message.protocol}, this page ${PROTOCOL}.`);
      this.stop();
      return;
    }
    if (message.type === 'event') this.lastEvent = Math.max(this.lastEvent, message.number);
    this.listener?.message(message);
  }
}

async function cookieIsMissing(): Promise<boolean> {
  try {
    return (await fetch('/gallery.json')).status === 401;
  } catch {
    return false;
  }
}

// The token is in the fragment, which is never sent by itself, and is removed from the address at once.
async function exchangeToken(): Promise<void> {
  const match = /[#&]token=([^&]+)/.exec(location.hash);
  if (match === null) return;
  const rest = location.hash.replace(/token=[^&]+&?/, '').replace(/[#&]$/, '');
  history.replaceState(null, '', location.pathname + rest);
  try {
    await fetch('/session', { method: 'POST', body: JSON.stringify({ token: decodeURIComponent(match[1]!) }) });
  } catch {
    // The connection that follows reports that the server is away.
  }
}
