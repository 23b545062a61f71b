import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sizes and times a server grants its clients; Node's defaults are friendly to slow ones. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000, // longer than a load balancer's, so that it is never us who close first
};
const idleSweepMs = 50; // how soon after its last answer a connection goes while the server closes

export interface Listening {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** Asks clients to leave: from now on every answer closes its connection, and new ones go elsewhere. */
  drain(): void;
  /** Finishes what runs, then closes. */
  close(): Promise<void>;
}

/**
 * Starts listening; port 0 takes a free one.
 *
 * @param options over the limits that every server here grants its clients
 */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  options: ServerOptions = {},
): Promise<Listening> {
  let draining = false;
  const server = createServer({ ...limits, ...options }, (request, response) => {
    if (draining) response.shouldKeepAlive = false; // a busy connection would otherwise outlive close() for ever
    handler(request, response);
  });
  server.maxHeadersCount = 100;
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
    },
    close: () =>
      new Promise((resolve) => {
        draining = true;
        const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
        server.close(() => {
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}
