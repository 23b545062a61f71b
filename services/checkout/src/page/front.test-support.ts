import { createServer } from 'node:http';
import type { CheckoutWorld } from '../checkout.test-support.ts';

/** The address that checkout links lead to, served the way the gateway serves it. */
export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

const forwarded = ['client-secret', 'accept-language', 'idempotency-key'];

/**
 * Stands where the gateway stands: pages and assets as they are, buyers' requests with a buyer's identity, and a bank's
 * page that sends the buyer back after the test's `bank` has run.
 */
export async function startFront(
  world: CheckoutWorld,
  publicUrl: string,
  bank: (sessionId: string) => Promise<void>,
): Promise<Front> {
  const checkoutUrl = world.urls.checkout ?? '';
  const client = world.buyerClient('checkout');
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      const headers = Object.fromEntries(
        forwarded.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
      );
      if (path.startsWith('/simulator/')) {
        const id = path.slice('/simulator/'.length);
        await bank(id);
        return response.writeHead(303, { location: `/c/${id}` }).end();
      }
      if (path.startsWith('/client/')) {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined;
        const answer = await client<unknown>(request.method ?? 'GET', path, body, { headers });
        return response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
      }
      const page = await fetch(checkoutUrl + path, { headers, redirect: 'manual' });
      const kept = [...page.headers].filter(
        ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
      );
      return response.writeHead(page.status, Object.fromEntries(kept)).end(Buffer.from(await page.arrayBuffer()));
    })().catch((failure: unknown) => response.writeHead(500).end(String(failure)));
  });
  const { hostname, port } = new URL(publicUrl);
  await new Promise<void>((listening) => server.listen(Number(port), hostname, listening));
  return {
    url: publicUrl,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
