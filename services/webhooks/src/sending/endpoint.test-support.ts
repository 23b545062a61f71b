import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it arrived, raw bytes and all. */
export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly url: string;
  readonly body: Buffer;
  readonly serverName: string | false | null | undefined;
}

/** A real https server on loopback that records what it gets. */
export interface TestEndpoint {
  readonly port: number;
  readonly received: Received[];
  /** TCP connections accepted so far. */
  readonly connections: () => number;
  readonly openSockets: () => number;
  /** Ends every open connection, as a restarting server does. */
  dropConnections(): void;
  close(): Promise<void>;
}

type Behaviour = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

export const answerOk: Behaviour = (_request, response) => void response.writeHead(200).end();

/** Starts an endpoint; `behave` answers each request once its body has been read. */
export async function testEndpoint(
  tls: { cert: string; key: string },
  behave: Behaviour = answerOk,
  host = '127.0.0.1',
): Promise<TestEndpoint> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ ...tls, keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const socket = request.socket as Socket & { servername?: string | false };
      const entry = {
        headers: request.headers,
        url: request.url ?? '',
        body: Buffer.concat(chunks),
        serverName: socket.servername,
      };
      received.push(entry);
      behave(request, response, entry);
    });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    openSockets: () => sockets.size,
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
