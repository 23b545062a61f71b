import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { post, createAccount, type BenchAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { percentile } from './load.ts';
import { buyAtRate } from './purchases.ts';
import { arrivalKey, badWays, openReceiver, subscribe, type Receiver } from './receiver.ts';
import type { BenchStack } from './stack.ts';

const goodEndpoints = 15;
const eventsPerSecond = 100;
const promisedMs = 2_000;
const timeoutMs = 60_000;

/**
 * Good endpoints beside bad ones: how late events are there, against the same endpoints without the bad ones. Every event
 * is the creation of a product and goes to every endpoint. Delays beyond the goal are reported.
 *
 * @param seconds under the bad ones; half as long without them
 */
export async function measureEndpoints(stack: BenchStack, seconds: number): Promise<Row[]> {
  const account = await createAccount(stack, 'Bench endpoints');
  const receiver = await openReceiver(stack);
  try {
    for (let i = 0; i < goodEndpoints; i++) await subscribe(stack, account, receiver.url(pathOf(i)));
    await deliveredAt(stack, account, receiver, 5); // warm
    const alone = await deliveredAt(stack, account, receiver, Math.ceil(seconds / 2));
    for (const way of badWays) await subscribe(stack, account, receiver.badUrl(way));
    const beside = await deliveredAt(stack, account, receiver, seconds);
    const ratio = beside.p95 / alone.p95;
    return [
      row(
        `commit to receipt at ${goodEndpoints} good endpoints of ${goodEndpoints + badWays.length} (the others ${badWays.join(', ')}), ${eventsPerSecond} events/s for ${seconds} s`,
        `p95 ≤ ${promisedMs / 1000} s, every event everywhere`,
        `p50 ${beside.p50} ms, p95 ${beside.p95} ms: ${ratio.toFixed(1)} × without the bad ones (p50 ${alone.p50} ms, p95 ${alone.p95} ms); ${beside.arrived} of ${beside.expected} arrived, ${beside.perSecond.toFixed(0)} events/s`,
        beside.p95 <= promisedMs && beside.arrived === beside.expected && beside.perSecond >= 0.95 * eventsPerSecond,
      ),
    ];
  } finally {
    receiver.close();
    await stack.admin.query(
      `update webhooks.webhook_endpoints set status = 'disabled', missed_after = 0 where merchant_id = $1`,
      [account.id],
    );
  }
}

const pathOf = (endpoint: number): string => `/good/${endpoint}`;

interface Delays {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly arrived: number;
  readonly expected: number;
  /** Events a second as they were committed. */
  readonly perSecond: number;
}

async function deliveredAt(
  stack: BenchStack,
  account: BenchAccount,
  { arrivals }: Receiver,
  seconds: number,
): Promise<Delays> {
  arrivals.clear();
  const since = new Date();
  await buyAtRate(eventsPerSecond, seconds, () => createProduct(stack, account));
  const { rows: events } = await stack.admin.query<{ id: string; at: Date }>(
    `select event_id as id, created_at as at from catalog.outbox
     where merchant_id = $1 and created_at > $2 order by created_at`,
    [account.id, since],
  );
  const pairs = events.flatMap(({ id, at }) =>
    Array.from({ length: goodEndpoints }, (_, i) => ({ key: arrivalKey(pathOf(i), id), at: at.getTime() })),
  );
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(100))
    if (pairs.every(({ key }) => arrivals.has(key))) break;
  const ms = pairs.map(({ key, at }) => (arrivals.get(key) ?? Infinity) - at);
  const tookMs = (events.at(-1)?.at.getTime() ?? 0) - (events[0]?.at.getTime() ?? 0);
  return {
    p50: percentile(ms, 0.5),
    p95: percentile(ms, 0.95),
    arrived: ms.filter(Number.isFinite).length,
    expected: pairs.length,
    perSecond: ((events.length - 1) * 1_000) / tookMs,
  };
}

async function createProduct(stack: BenchStack, account: BenchAccount): Promise<void> {
  const keyed = { ...account, headers: { ...account.headers, 'idempotency-key': randomUUID() } };
  await post(stack, keyed, '/products', { name: 'Bench', description: 'Something to sell' });
}
