/**
 * A merchant's server to try webhooks with: takes every request on https port 8443 and shows what came, newest first,
 * on http port 8025 (`/`; as JSON `/deliveries`). It verifies nothing: it does not know the endpoints' secrets.
 *
 * Its certificate lies in `/run/mizan`; the authority that signed it is trusted by the webhooks service of the stack.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { runUntilStopped } from '../run-until-stopped.ts';

/** A request with the exact bytes received: signatures cover bytes, not parsed JSON. */
interface Delivery {
  readonly receivedAt: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
}

const kept = 500; // deliveries; older ones are forgotten
const largestBytes = 2 * 1024 * 1024; // twice what an event may have
const deliveries: Delivery[] = [];

await runUntilStopped(async (onStop) => {
  const file = (name: string) => readFileSync(`/run/mizan/${name}`);
  const receiver = createTlsServer({ cert: file('certificate.pem'), key: file('key.pem') }, (request, response) => {
    void readText(request).then(
      (raw) => {
        const { headers, url: path = '/' } = request;
        deliveries.unshift({ receivedAt: new Date().toISOString(), path, headers, raw });
        deliveries.length = Math.min(deliveries.length, kept);
        response.writeHead(204).end();
      },
      () => response.writeHead(413).end(),
    );
  });
  const viewer = createServer((request, response) => {
    const json = request.url?.startsWith('/deliveries');
    response.setHeader('content-type', json ? 'application/json' : 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.end(json ? JSON.stringify(deliveries) : page());
  });
  for (const [server, port] of [
    [receiver, 8443],
    [viewer, 8025],
  ] as const) {
    onStop(() => void (server.close(), server.closeAllConnections()));
    await new Promise<void>((listening) => server.listen(port, '0.0.0.0', listening));
  }
});

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestBytes) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const escape = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');

/** Everything kept, without a script: reload to see more. */
function page(): string {
  const rows = deliveries.map(({ receivedAt, path, headers, raw }) => {
    const what = `${receivedAt}  ${path}  ${String(headers['webhook-id'] ?? '')}`;
    return `<details><summary>${escape(what)}</summary><pre>${escape(JSON.stringify(headers, null, 2))}\n\n${escape(raw)}</pre></details>`;
  });
  return `<!doctype html><title>Webhook sink</title><style>body{font:14px/1.5 monospace;margin:2rem}pre{white-space:pre-wrap}</style><h1>Webhook sink</h1>${rows.join('') || '<p>Nothing has arrived yet.</p>'}`;
}
