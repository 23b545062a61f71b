import { createServer } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueCertificate } from '@mizan/stack/certificates';
import { openRun } from './run/test-run.ts';
import { trustTestAuthority } from './run/trust-test-authority.ts';

/** One delivery as it arrived. */
export interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes that were signed. */
  readonly raw: string;
  /** The parsed body. */
  readonly event: { readonly type: string; readonly [field: string]: unknown };
  readonly receivedAt: Date;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Answers only after this long. */
  readonly afterMs?: number;
}

export interface WebhookSink {
  /** `https://localhost:…`; add a path to distinguish endpoints. */
  readonly url: string;
  /** Everything that arrived, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** The authority that signed this server; this process and every world trust it already. */
  readonly authorityFile: string;
  /** Sets the reply to deliveries from now on; 200 until then. */
  answer(reply: Reply | ((delivery: Delivery) => Reply)): void;
  close(): Promise<void>;
}

/** A local https server that records webhooks. It answers under `localhost`, `127.0.0.1` and `::1`. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const run = openRun();
  const authorityFile = await trustTestAuthority(run);
  const { certificate, key } = await issueCertificate(run.path('ca'), 'webhook-sink');
  const deliveries: Delivery[] = [];
  let reply: (delivery: Delivery) => Reply = () => ({ status: 200 });
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const event = JSON.parse(raw) as Delivery['event'];
      const delivery = { path: request.url ?? '/', headers: request.headers, raw, event, receivedAt: new Date() };
      deliveries.push(delivery);
      const { status, headers = {}, body = '', afterMs = 0 } = reply(delivery);
      setTimeout(() => response.writeHead(status, headers).end(body), afterMs);
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    deliveries,
    authorityFile,
    answer: (next) => (reply = typeof next === 'function' ? next : () => next),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
