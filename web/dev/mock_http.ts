// SPDX-License-Identifier: Apache-2.0
// For development only: the stand-in server behind HTTP and a WebSocket. Usage: node dist/dev/mock_http.mjs [port [token]]
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Command, Gallery } from '../src/protocol/messages.ts';
import { MockServer } from './mock_server.ts';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..');
const port = Number(process.argv[2] ?? 8421);
const token = process.argv[3] ?? 'development';
const names: [string, string, string, number, string[]][] = [
  ['shopping_cart', 'Shopping cart', 'Push it, stick its caster, and feel it run in a circle.', 2, ['nonholonomic', 'modes']],
  ['four_bar', 'Four-bar linkage', 'One loop closes four links; the crank feels heavier where it folds.', 1, ['loop']],
  ['rolling_disc', 'Rolling disc', 'A thin disc rolls, leans and circles without slipping.', 3, ['nonholonomic', '3-D']],
  ['hostile', '<img src=x onerror=alert(1)>', '</script><script>alert(2)</script> \\href{javascript:alert(3)}{x}', 1, ['<b>tag</b>']],
];
const gallery: Gallery = { protocol: 1, models: names.map(([id, name, sentence, dof, tags]) => ({ id, name, sentence, degrees_of_freedom: dof, tags, picture: `/picture/${id}.svg` })), recordings: [] };
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 140"><path d="M60 110L120 40L220 50L240 110" fill="none" stroke="#4b5663" stroke-width="7"/><circle cx="120" cy="40" r="6" fill="#fff" stroke="#15181c" stroke-width="2"/></svg>';

const isKnown = (request: IncomingMessage) => (request.headers.cookie ?? '').includes(`tangible_${port}=${token}`);

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?')[0]!;
  const send = (status: number, type = 'text/plain', body: string | Buffer = '') => response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  if (path === '/session' && request.method === 'POST') {
    let body = '';
    request.on('data', (piece: Buffer) => { body += piece.toString(); });
    request.on('end', () => {
      if ((JSON.parse(body) as { token: string }).token !== token) return send(403);
      response.setHeader('Set-Cookie', `tangible_${port}=${token}; HttpOnly; SameSite=Strict; Path=/`);
      return send(204);
    });
    return;
  }
  if (path === '/' || path === '/share.html') {
    response.setHeader('Content-Security-Policy', readFileSync(join(dist, 'tangible.csp'), 'utf8').trim());
    send(200, 'text/html; charset=utf-8', readFileSync(join(dist, path === '/' ? 'tangible.html' : 'share.html')));
  } else if (!isKnown(request)) send(401);
  else if (path === '/gallery.json') send(200, 'application/json', JSON.stringify(gallery));
  else if (path.startsWith('/picture/')) send(200, 'image/svg+xml', picture);
  else send(404);
}

const sockets = new Set<WebSocket>();
const server = new MockServer({
  message: (m) => sockets.forEach((s) => s.send(JSON.stringify(m))),
  snapshot: (b) => sockets.forEach((s) => s.bufferedAmount === 0 && s.send(b)),
});
setInterval(() => server.advance(1 / 60), 1000 / 60);
const http = createServer(answer).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/#token=${token}`));
const live = new WebSocketServer({ noServer: true });
http.on('upgrade', (request, socket, head) => {
  if (!isKnown(request)) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
  return live.handleUpgrade(request, socket, head, (ws) => {
    sockets.add(ws);
    ws.on('message', (data) => server.receive(JSON.parse(String(data)) as Command));
    ws.on('close', () => sockets.delete(ws));
    server.begin();
  });
});
