import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { issueCertificate } from '@mizan/stack/certificates';
import { freePort } from '@mizan/stack/ports';
import { post, type BenchAccount } from './accounts.ts';
import type { BenchStack } from './stack.ts';

/** Ways in which an endpoint goes wrong. */
export const badWays = ['slow', 'hanging', 'refusing', 'failing', 'huge'] as const;
type BadWay = (typeof badWays)[number];

const slowMs = 5_000;
const hugeChunk = Buffer.alloc(64 * 1024, 'x');
const hugeChunks = 160; // ten megabytes

/** An https server that plays any number of endpoints, good and bad ones, in this process. */
export interface Receiver {
  /** Address of a good endpoint that is told apart by its path. */
  readonly url: (path: string) => string;
  readonly badUrl: (way: BadWay) => string;
  /** When each event first came to each path, milliseconds since 1970; the key is {@link arrivalKey}. */
  readonly arrivals: Map<string, number>;
  close(): void;
}

export const arrivalKey = (path: string, eventId: string): string => `${path} ${eventId}`;

export async function openReceiver(stack: BenchStack): Promise<Receiver> {
  const { certificate, key } = await issueCertificate(stack.authority, 'bench-receiver');
  const closedPort = await freePort();
  const arrivals = new Map<string, number>();
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const path = request.url ?? '';
    const arrival = arrivalKey(path, String(request.headers['webhook-id']));
    if (!arrivals.has(arrival)) arrivals.set(arrival, Date.now());
    request.resume().on('end', () => answer(path, response));
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: (path) => origin + path,
    badUrl: (way) => (way === 'refusing' ? `https://localhost:${closedPort}/` : `${origin}/bad/${way}`),
    arrivals,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(path: string, response: ServerResponse): void {
  if (path === '/bad/hanging') return;
  if (path === '/bad/failing') return void response.writeHead(500).end();
  if (path === '/bad/huge') return answerHugely(response);
  if (path === '/bad/slow') return void setTimeout(() => response.writeHead(204).end(), slowMs);
  response.writeHead(204).end();
}

/** Writes only as much as the client reads. */
function answerHugely(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const chunks = Readable.from(Array.from({ length: hugeChunks }, () => hugeChunk));
  pipeline(chunks, response, () => undefined); // the client hangs up when it has read enough
}

/** Makes an endpoint. @param enabledEvents every event unless given */
export async function subscribe(
  stack: BenchStack,
  account: BenchAccount,
  url: string,
  enabledEvents: readonly string[] = ['*'],
): Promise<void> {
  await post(stack, account, '/webhook-endpoints', { url, enabledEvents });
}
