import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { demoAccount, type BenchAccount } from './accounts.ts';
import { ratioRow, row, type Row } from './goals.ts';
import { median, percentile } from './load.ts';
import { drained } from './measure-purchases.ts';
import { buyAtRate, buyFor, openPayments, openPlatformShop } from './purchases.ts';
import { arrivalKey, openReceiver, subscribe, type Receiver } from './receiver.ts';
import type { BenchStack } from './stack.ts';

const steadyRate = 50;
const steadySeconds = 12;
const keptUp = 0.95; // of the rate: what comes slower is another measurement
const backlogDeliveries = 3_000;
const endpointCounts = [1, 8];
const rounds = 3;
const timeoutMs = 60_000; // a backlog that takes longer is a finding, not a measurement

/** How soon webhooks arrive, and how many a second. The receiver runs in this process and shares the two cores. */
export async function measureWebhooks(stack: BenchStack): Promise<Row[]> {
  const account = demoAccount(stack);
  const receiver = await openReceiver(stack);
  const floor = openFloorDeliveries(stack, receiver);
  try {
    await subscribe(stack, account, receiver.url(pathOf(0)));
    const rows = [await measureDelay(stack, receiver, floor.deliver)];
    let endpoints = 1;
    for (const count of endpointCounts) {
      for (; endpoints < count; endpoints++) await subscribe(stack, account, receiver.url(pathOf(endpoints)));
      rows.push(await measureThroughput(stack, account, count, floor.deliver));
    }
    return rows;
  } finally {
    await floor.close();
    receiver.close();
  }
}

const pathOf = (endpoint: number): string => `/hook/${endpoint}`;

/** From the commit of a payment to its arrival at an endpoint that wants everything. */
async function measureDelay(
  stack: BenchStack,
  { arrivals }: Receiver,
  floorDeliver: () => Promise<unknown>,
): Promise<Row> {
  const shop = await openPlatformShop(stack.dev);
  const payments = openPayments(stack.dev);
  const committed = async (act: () => Promise<unknown>): Promise<{ ms: number[]; perSecond: number }> => {
    const since = new Date();
    await buyAtRate(steadyRate, steadySeconds, act);
    await allDelivered(stack);
    const { rows } = await stack.admin.query<{ event_id: string; at: Date }>(
      `select event_id, created_at as at from payments.outbox
       where type = 'payment_intent.succeeded' and created_at > $1 order by created_at`,
      [since],
    );
    const [first, last] = [rows[0]?.at.getTime() ?? 0, rows.at(-1)?.at.getTime() ?? 0];
    const ms = rows.map(({ event_id: id, at }) => (arrivals.get(arrivalKey(pathOf(0), id)) ?? Infinity) - at.getTime());
    return { ms, perSecond: ((rows.length - 1) * 1_000) / (last - first) };
  };
  try {
    await buyFor(2, 4, shop.buy);
    await allDelivered(stack);
    let { ms, perSecond } = await committed(shop.buy);
    let what = 'purchases';
    if (perSecond < keptUp * steadyRate) {
      what = `payments without a checkout, because whole purchases came to ${perSecond.toFixed(0)}/s here`;
      ({ ms, perSecond } = await committed(payments.pay));
    }
    const floorMs: number[] = [];
    await buyAtRate(steadyRate, steadySeconds / 2, async () => {
      const at = performance.now();
      await floorDeliver();
      floorMs.push(performance.now() - at);
    });
    const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)];
    return row(
      `commit to webhook received at ${steadyRate} payments/s`,
      'p50 ≤ 50 ms, p95 ≤ 300 ms',
      `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ${(p50 / percentile(floorMs, 0.5)).toFixed(0)} × and ${(p95 / percentile(floorMs, 0.95)).toFixed(0)} × a delivery of the floor (${ms.length} ${what}, ${perSecond.toFixed(0)}/s, all events subscribed)`,
      p50 <= 50 && p95 <= 300 && perSecond >= keptUp * steadyRate,
    );
  } finally {
    await shop.close();
    await payments.close();
  }
}

/** A backlog of due deliveries worked off, against the floor doing the same POST, HMAC and two row writes. */
async function measureThroughput(
  stack: BenchStack,
  account: BenchAccount,
  endpoints: number,
  floorDeliver: () => Promise<unknown>,
): Promise<Row> {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await workOffBacklog(stack, account));
    floor.push((await buyFor(4, 16, floorDeliver)).length / 4);
  }
  const to = endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`;
  return ratioRow(`webhook deliveries sustained, to ${to}`, 0.4, median(ours), median(floor));
}

/** Makes stored events due again at every endpoint, under a replay of their own, and times how long they take. */
async function workOffBacklog(stack: BenchStack, { id: merchantId }: BenchAccount): Promise<number> {
  const { rowCount } = await stack.admin.query(
    `with again as (
       insert into webhooks.deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, state, first_at, next_at, created_at)
       select 'dlv_' || left(md5(random()::text || v.id || e.id), 24), $1, false, e.id, v.id, md5(random()::text), 1, v.type, 'pending', now(), now(), now()
       from (select id, type from webhooks.events where merchant_id = $1 and not livemode order by sequence limit 1000) v
       cross join (select id from webhooks.webhook_endpoints where merchant_id = $1 and not livemode) e
       cross join generate_series(1, 3) limit $2
       returning *)
     insert into webhooks.delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt, is_replay, first_at, next_at)
     select id, merchant_id, livemode, endpoint_id, id, 1, 1, true, first_at, next_at from again`,
    [merchantId, backlogDeliveries],
  );
  const startedAt = performance.now();
  await noneWaiting(stack);
  return (rowCount ?? 0) / ((performance.now() - startedAt) / 1000);
}

function openFloorDeliveries({ floorUrl }: BenchStack, receiver: Receiver) {
  const pool = new Pool(floorUrl, { connections: 16 });
  const body = JSON.stringify({ url: receiver.url('/floor'), payload: JSON.stringify({ filler: 'x'.repeat(1_500) }) });
  return {
    deliver: async (): Promise<void> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await pool.request({ method: 'POST', path: '/deliver', headers, body });
      await answer.body.dump();
    },
    close: () => pool.close(),
  };
}

/** Every event has reached the webhooks service, and every delivery was answered. */
async function allDelivered(stack: BenchStack): Promise<void> {
  await drained(stack);
  await noneWaiting(stack);
}

async function noneWaiting({ admin, dev }: BenchStack): Promise<void> {
  const waiting = `select exists (select 1 from webhooks.delivery_queue where merchant_id = $1) as some`;
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(25)) {
    const { rows } = await admin.query<{ some: boolean }>(waiting, [dev.account.id]);
    if (!rows[0]?.some) return;
  }
  throw new Error(`deliveries were still pending after ${timeoutMs / 1000} s`);
}
