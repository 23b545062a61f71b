import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sizes and times a server grants its clients; Node's defaults are friendly to slow ones. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000, // longer than a load balancer's, so that it is never us who close first
};

export interface Listening {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  /** Finishes what runs, then closes. */
  close(): Promise<void>;
}

/** Starts listening; port 0 takes a free one. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(limits, handler);
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
