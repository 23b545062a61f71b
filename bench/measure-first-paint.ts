import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckoutSession } from '@mizan/contracts';
import { launchBrowser } from '@mizan/stack/launch-browser';
import { post, demoAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { median, percentile } from './load.ts';
import { createPrice } from './measure-sessions.ts';
import type { BenchStack } from './stack.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

const rounds = 15;
const promisedMs = 300;

/**
 * The first contentful paint of the hosted page in a real browser that has nothing of it yet, against the same bytes
 * sent from memory: what remains is the platform's own.
 */
export async function measureFirstPaint(stack: BenchStack): Promise<Row[]> {
  const account = demoAccount(stack);
  const price = await createPrice(stack, account);
  const { id, clientSecret } = await post<CheckoutSession>(stack, account, '/checkout/sessions', {
    lineItems: [{ price, quantity: 1 }],
  });
  const path = `/c/${id}#${clientSecret}`;
  const copy = await serveCopies(stack.dev.baseUrl);
  const browser = await launchBrowser();
  try {
    for (const origin of [stack.dev.baseUrl, copy.url]) await firstPaint(browser, origin + path); // the browser is warm
    const [ours, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await firstPaint(browser, stack.dev.baseUrl + path));
      floor.push(await firstPaint(browser, copy.url + path));
    }
    const ms = median(ours);
    return [
      row(
        'first contentful paint of the hosted page, nothing cached',
        `< ${promisedMs} ms`,
        `median ${ms.toFixed(0)} ms, p95 ${percentile(ours, 0.95).toFixed(0)} ms: ${(ms / median(floor)).toFixed(2)} × the same bytes from memory, ${median(floor).toFixed(0)} ms (${rounds} times each)`,
        ms < promisedMs,
      ),
    ];
  } finally {
    await browser.close();
    copy.close();
  }
}

/** Milliseconds from the beginning of the navigation, in a context without a cache. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    return await page.evaluate<number>(`new Promise((resolve) => {
      const report = (entries) => entries.filter(({ name }) => name === 'first-contentful-paint')
        .forEach(({ startTime }) => resolve(startTime));
      new PerformanceObserver((list) => report(list.getEntries())).observe({ type: 'paint', buffered: true });
    })`);
  } finally {
    await context.close();
  }
}

/** Keeps what an origin answers to the first GET of a path, and answers it from memory from then on. */
async function serveCopies(origin: string): Promise<{ url: string; close(): void }> {
  const known = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const path = request.url ?? '/';
      let copy = known.get(path);
      if (copy === undefined) {
        const original = await fetch(origin + path);
        const headers = Object.fromEntries(
          [...original.headers].filter(([name]) => /^(content-type|content-security-policy|cache-control)$/.test(name)),
        );
        copy = { status: original.status, headers, body: Buffer.from(await original.arrayBuffer()) };
        known.set(path, copy);
      }
      response.writeHead(copy.status, copy.headers).end(copy.body);
    };
    answer().catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
