import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { startStripeStandIn, type StripeOptions, type StripeStandIn } from './start-stripe-stand-in.ts';

/** A merchant's server with Stripe's own SDK. */
export interface Shop {
  readonly standIn: StripeStandIn;
  /** In test mode. */
  readonly stripe: Stripe;
  /** Where {@link Shop.received} come in. */
  readonly webhookUrl: string;
  /** Webhooks, oldest first. */
  readonly received: Received[];
  /** Statuses of the next answers to webhooks; 200 once there are none left. */
  readonly statuses: number[];
  /** The SDK with another key. */
  client(secretKey: string): Stripe;
  /** A request without the SDK: whatever body and headers. */
  send(method: string, path: string, more?: Sent): Promise<Answered>;
  close(): Promise<void>;
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
}

interface Sent {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly error: { type?: string; code?: string; param?: string; message?: string };
}

export async function startShop(options: StripeOptions = {}): Promise<Shop> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, raw: Buffer.concat(chunks).toString() });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const standIn = await startStripeStandIn(options);
  const client = (secretKey: string) => clientOf(standIn.url, secretKey);
  return {
    standIn,
    stripe: client(standIn.account.secretKey),
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    statuses,
    client,
    send: async (method, path, { body, headers = {} } = {}) => {
      const answer = await fetch(`${standIn.url}${path}`, {
        method,
        redirect: 'manual',
        headers: { authorization: `Bearer ${standIn.account.secretKey}`, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, error: errorOf(text) };
    },
    close: async () => {
      await standIn.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export function clientOf(url: string, secretKey: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, { protocol: 'http', host: hostname, port, maxNetworkRetries: 0, telemetry: false });
}

/** What the SDK threw. @throws Error it did not throw */
export async function refusalOf(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const answer = await request.then(
    () => new Error('The request was not refused.'),
    (thrown: unknown) => thrown,
  );
  if (answer instanceof Stripe.errors.StripeError) return answer;
  throw answer;
}

function errorOf(text: string): Answered['error'] {
  try {
    return (JSON.parse(text) as { error?: Answered['error'] }).error ?? {};
  } catch {
    return {};
  }
}
