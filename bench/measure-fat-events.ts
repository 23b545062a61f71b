import { setTimeout as delay } from 'node:timers/promises';
import { createAccount, post, type BenchAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { drained } from './measure-purchases.ts';
import { residentOf } from './processes.ts';
import { openReceiver, subscribe } from './receiver.ts';
import type { BenchStack } from './stack.ts';

const mib = 1024 ** 2;
const priceCount = 30;
const updates = 200;
/** Memory of a container: image and manifests give the heap 384 MiB of it. */
const containerBytes = 512 * mib;
const sampleEveryMs = 100;
/** 30 KB of JSON from 5,000 characters: each is escaped. */
const fatText = '\u0001'.repeat(5_000);

/**
 * Small changes of a product whose prices have very long descriptions, with the bus down; then the bus is back, and every page of
 * events is read at once. What publishes and stores these events must stay within its container.
 */
export async function measureFatEvents(stack: BenchStack): Promise<Row[]> {
  const account = await createAccount(stack, 'Bench fat events');
  const receiver = await openReceiver(stack);
  const peak = watchMemory(stack, ['catalog', 'webhooks', 'checkout']);
  try {
    await subscribe(stack, account, receiver.url('/fat'));
    const product = await post<{ id: string }>(stack, account, '/products', { name: 'Fat' });
    const price = { currency: 'EGP', unitAmount: 100, description: fatText };
    for (let i = 0; i < priceCount; i++) await post(stack, account, `/prices?productId=${product.id}`, price);
    await drained(stack);
    await stack.nats.stop();
    for (let i = 0; i < updates; i++) await rename(stack, account, { id: product.id, name: `Fat ${i}` });
    const { rows } = await stack.admin.query<{ largest: number; mean: number }>(
      `select max(octet_length(payload))::int as largest, avg(octet_length(payload))::int as mean
       from catalog.outbox where aggregate_id = $1 and type = 'product.updated'`,
      [product.id],
    );
    await stack.nats.start();
    const seconds = await drained(stack);
    const pages = await Promise.all(Array.from({ length: 4 }, () => pageBytes(stack, account)));
    const memory = peak.stop();
    const shown = [...memory].map(([name, bytes]) => `${name} ${Math.round(bytes / mib)} MiB`).join(', ');
    return [
      row(
        `${updates} renames of a product with ${priceCount} prices of 30 KB while the bus is down, then ${pages.length} pages of 100 of its events at once`,
        'events ≤ 66 KiB, pages < 8 MiB, resident memory < 512 MiB',
        `events of ${Math.round((rows[0]?.mean ?? 0) / 1024)} KiB, at most ${Math.round((rows[0]?.largest ?? 0) / 1024)}; pages of ${(Math.max(...pages) / mib).toFixed(1)} MiB; drained in ${seconds.toFixed(1)} s; highest resident memory ${shown}`,
        (rows[0]?.largest ?? Infinity) <= 66 * 1024 &&
          Math.max(...pages) < 8 * mib &&
          [...memory.values()].every((bytes) => bytes < containerBytes),
      ),
    ];
  } finally {
    peak.stop();
    receiver.close();
  }
}

async function rename(
  { dev }: BenchStack,
  { headers }: BenchAccount,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const request = { method: 'PATCH', headers, body: JSON.stringify({ name }) };
  const response = await fetch(`${dev.baseUrl}/products/${id}`, request);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`PATCH /products/${id}: ${response.status}`);
}

async function pageBytes({ dev }: BenchStack, { headers }: BenchAccount): Promise<number> {
  const response = await fetch(`${dev.baseUrl}/events?limit=100`, { headers });
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`GET /events: ${response.status}`);
  return body.byteLength;
}

/** Samples the resident memory of services, until it is stopped. */
function watchMemory(stack: BenchStack, names: readonly string[]) {
  const highest = new Map<string, number>();
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const processes = stack.processes();
      for (const name of names) {
        const resident = residentOf(processes[name] ?? -1);
        highest.set(name, Math.max(highest.get(name) ?? 0, resident));
      }
      await delay(sampleEveryMs);
    }
  };
  void watch();
  return {
    stop: (): ReadonlyMap<string, number> => {
      stopped.abort();
      return highest;
    },
  };
}
