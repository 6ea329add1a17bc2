// SPDX-License-Identifier: Apache-2.0
// A live run behind a WebSocket: token exchange, connection, return after a loss with the number of the last event.
import type { Command, ServerMessage } from '../protocol/messages.ts';
import { PROTOCOL } from '../protocol/messages.ts';
import { decodeSnapshot } from '../protocol/snapshot.ts';
import type { Source, SourceListener } from './source.ts';

const RETRY_SECONDS = [0.25, 0.5, 1, 2, 5];
const PING_ID = 0x7fffffff; // no other command has it
const PING_MS = 2000;
const MOST_UNANSWERED = 4; // pings; then the connection is dead, though nobody has closed it

export class LiveSource implements Source {
  readonly kind = 'live';
  readonly address = location.host;
  private socket: WebSocket | null = null;
  private listener: SourceListener | null = null;
  private attempts = 0;
  private lastEvent = 0;
  private timer = 0;
  private pings = 0;
  private unanswered = 0; // pings since something was heard
  private isStopped = false;

  start(listener: SourceListener): void {
    this.listener = listener;
    this.pings = window.setInterval(() => this.ping(), PING_MS);
    window.addEventListener('hashchange', this.takeToken);
    void exchangeToken().then(() => this.connect());
  }

  // A program that began again has another token. Its link, pasted into the same tab, changes nothing but the fragment.
  private readonly takeToken = () => void exchangeToken().then((isKnown) => {
    if (!isKnown || this.isStopped) return;
    this.leave();
    this.forget();
    this.retry();
  });

  // A machine that slept, or a network that went away, leaves a connection that is open and silent.
  private ping(): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.unanswered++ >= MOST_UNANSWERED) {
      this.leave();
      void this.comeBack(true);
    } else this.send({ type: 'ping', id: PING_ID });
  }

  private forget(): void {
    this.lastEvent = 0;
    this.listener?.forget();
  }

  private leave(): void {
    if (this.socket === null) return;
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
    this.socket = null;
  }

  send(command: Command): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (command.type === 'hand' && this.socket.bufferedAmount > 4096) return; // a stale pose is of no use
    this.socket.send(JSON.stringify(command));
  }

  retry(): void {
    window.clearTimeout(this.timer);
    this.attempts = 0;
    this.leave();
    this.connect();
  }

  stop(): void {
    this.isStopped = true;
    window.removeEventListener('hashchange', this.takeToken);
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
    this.unanswered = 0;
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

  // The server counts fewer events than this page has: it is another run, of which the page asks for all events.
  private startOver(): void {
    this.leave();
    this.forget();
    this.connect();
  }

  private async comeBack(wasOpen: boolean): Promise<void> {
    const refused = !wasOpen && (await cookieIsMissing());
    if (this.socket !== null || this.isStopped) return; // connected again meanwhile
    this.listener?.connection(refused ? 'refused' : 'lost');
    const wait = RETRY_SECONDS[Math.min(this.attempts++, RETRY_SECONDS.length - 1)]!;
    this.timer = window.setTimeout(() => this.connect(), 1000 * (refused ? 5 : wait));
  }

  private receive(data: string | ArrayBuffer): void {
    this.unanswered = 0;
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
    if (message.type === 'hello' && (message.events?.last ?? this.lastEvent) < this.lastEvent) return this.startOver();
    if (message.type === 'event') this.lastEvent = Math.max(this.lastEvent, message.number);
    return this.listener?.message(message);
  }
}

async function cookieIsMissing(): Promise<boolean> {
  try {
    return (await fetch('/gallery.json')).status === 401;
  } catch {
    return false;
  }
}

// The token is in the fragment, which is never sent by itself, and is removed from the address at once. True if the server took it.
async function exchangeToken(): Promise<boolean> {
  const match = /[#&]token=([^&]+)/.exec(location.hash);
  if (match === null) return false;
  const rest = location.hash.replace(/token=[^&]+&?/, '').replace(/[#&]$/, '');
  history.replaceState(null, '', location.pathname + rest);
  try {
    return (await fetch('/session', { method: 'POST', body: JSON.stringify({ token: decodeURIComponent(match[1]!) }) })).ok;
  } catch {
    return false; // The connection that follows reports that the server is away.
  }
}
