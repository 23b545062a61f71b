import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { issueCertificate } from '@mizan/stack/certificates';
import type { Home } from '@mizan/stack/home';

/** A webhook with the exact bytes received: signatures cover bytes, not parsed JSON. */
export interface Received {
  readonly type: string;
  readonly raw: string;
  readonly headers: Record<string, string>;
}

/** The merchant's own https server, on this machine, with a certificate of the development authority. */
export async function startReceiver(
  home: Home,
): Promise<{ url: string; received: readonly Received[]; close(): Promise<void> }> {
  const { certificate, key } = await issueCertificate(home.ca, 'demo-receiver');
  const received: Received[] = [];
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const { type } = JSON.parse(raw) as { type: string };
      received.push({ type, raw, headers: request.headers as Record<string, string> });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const close = () => new Promise<void>((closed) => (server.closeAllConnections(), server.close(() => closed())));
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/webhooks`, received, close };
}
