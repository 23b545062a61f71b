import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Sizes and times a server grants its clients; Node's defaults are friendly to slow ones. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000, // longer than a load balancer's, so that it is never us who close first
};
const idleGraceMs = 50; // while the server closes: for the next request of a client that was just answered
const unusedGraceMs = 500; // for a connection opened just before: its request may be on the way

export interface Listening {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** Drains clients: from now on every answer closes its connection, and new ones go elsewhere. */
  drain(): void;
  /** Finishes what runs, then closes. */
  close(): Promise<void>;
}

/**
 * Starts listening; port 0 takes a free one. `options` go over the limits that every server here grants its clients. Requests
 * run as the service that listens, whoever sends them.
 */
export async function listen(
  handler: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
  options: ServerOptions = {},
): Promise<Listening> {
  const handle = AsyncLocalStorage.bind(handler);
  let draining = false;
  const unused = new Set<Socket>(); // Node counts a connection without any request as active until its headers are overdue
  const open = new Map<Socket, number>(); // requests of a connection that are not answered to the end
  const idleSince = new Map<Socket, number>();
  const answering = new Set<ServerResponse>();
  const server = createServer({ ...limits, ...options }, (request, response) => {
    const { socket } = request;
    unused.delete(socket);
    idleSince.delete(socket);
    open.set(socket, (open.get(socket) ?? 0) + 1);
    answering.add(response);
    response.once('close', () => {
      answering.delete(response);
      const left = (open.get(socket) ?? 1) - 1;
      open.set(socket, left);
      if (left === 0 && !socket.destroyed) idleSince.set(socket, performance.now());
    });
    if (draining) response.shouldKeepAlive = false; // an active connection would otherwise outlive close() for ever
    handle(request, response);
  });
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => {
      for (const each of [unused, open, idleSince]) each.delete(socket);
    });
  });
  server.maxHeadersCount = 0; // their size is limited; a header beyond a count would not be seen here, but still frame the body
  server.maxRequestsPerSocket = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
  const address = server.address() as AddressInfo;
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    server,
    port: address.port,
    url: `http://${shownHost}:${address.port}`,
    drain: () => {
      draining = true;
      // One that takes longer than the drain would otherwise offer a connection that closes under its next request.
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
    },
    close: () =>
      new Promise((resolve) => {
        draining = true;
        // Right after the event loop has read what arrived: a connection whose request waits to be read is not idle.
        const sweep = setInterval(() => setImmediate(() => endIdle(idleSince)), idleGraceMs / 2);
        const deadline = setTimeout(() => unused.forEach((socket) => socket.destroy()), unusedGraceMs);
        setImmediate(() =>
          server.close(() => {
            clearInterval(sweep);
            clearTimeout(deadline);
            resolve();
          }),
        );
      }),
  };
}

/** Ends the connections whose last answer is long enough ago. */
function endIdle(idleSince: ReadonlyMap<Socket, number>): void {
  for (const [socket, since] of idleSince) if (performance.now() - since >= idleGraceMs) socket.destroySoon();
}
