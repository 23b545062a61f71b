import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A callback or a return as it reached the merchant. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly headers: IncomingHttpHeaders;
}

/** A merchant's server that records what reaches it. */
export interface Merchant {
  readonly url: string;
  /** Oldest first. */
  readonly received: Received[];
  /** Statuses of the next answers, of which 3xx lead to `/elsewhere`; 200 once there are none left. 0 closes the connection, `silent` leaves it open. */
  readonly statuses: (number | 'silent')[];
  /** HTML that a browser gets. */
  page: string;
  close(): Promise<void>;
}

export async function startMerchant(): Promise<Merchant> {
  const received: Received[] = [];
  const statuses: Merchant['statuses'] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((raw) => {
      const url = new URL(request.url ?? '/', 'http://merchant');
      const query = Object.fromEntries(url.searchParams);
      received.push({ method: request.method ?? '', path: url.pathname, query, raw, headers: request.headers });
      const status = statuses.shift() ?? 200;
      if (status === 'silent') return;
      if (status === 0) response.destroy();
      else response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' }).end(merchant.page);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const merchant: Merchant = {
    page: '',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    statuses,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return merchant;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
