import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived at a service. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

const ok: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};

/** A service behind the gateway that records the requests it receives. */
export interface EchoService {
  readonly url: string;
  readonly received: Received[];
  /** The newest request; throws when there was none. */
  last(): Received;
  /** How it answers until {@link reset}, once a request's body is complete. */
  answer(answer: Answer): void;
  reset(): void;
  stop(): Promise<void>;
}

export async function startEchoService(): Promise<EchoService> {
  let answer = ok;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      received.push(one);
      answer(request, response, one);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    last() {
      const newest = received.at(-1);
      if (!newest) throw new Error('nothing was received');
      return newest;
    },
    answer: (next) => {
      answer = next;
    },
    reset: () => {
      answer = ok;
      received.length = 0;
    },
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
