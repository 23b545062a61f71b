import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { issueCertificate } from '@mizan/stack/certificates';
import { Pool } from 'undici';
import { ratioRow, row, type Row } from './goals.ts';
import { median, percentile } from './load.ts';
import { drained } from './measure-purchases.ts';
import { buyAtRate, buyFor, openPlatformShop } from './purchases.ts';
import type { BenchStack } from './stack.ts';

const steadyRate = 50;
const steadySeconds = 12;
const backlogEvents = 3_000;
const rounds = 3;
const patienceMs = 60_000; // a backlog that takes longer is a finding, not a measurement

/** How soon webhooks arrive, and how many a second. The receiver runs in this process and shares the two cores. */
export async function measureWebhooks(stack: BenchStack): Promise<Row[]> {
  const { certificate, key } = await issueCertificate(stack.authority, 'bench-receiver');
  const arrivals = new Map<string, number>();
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const id = request.headers['webhook-id'];
    if (typeof id === 'string' && !arrivals.has(id)) arrivals.set(id, Date.now());
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const url = `https://localhost:${(server.address() as AddressInfo).port}/hook`;
  try {
    await subscribe(stack, url);
    return [await measureDelay(stack, arrivals), await measureThroughput(stack, url)];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function measureDelay(stack: BenchStack, arrivals: ReadonlyMap<string, number>): Promise<Row> {
  const shop = await openPlatformShop(stack.dev);
  await buyFor(2, 4, shop.buy);
  await allDelivered(stack);
  const since = new Date();
  await buyAtRate(steadyRate, steadySeconds, shop.buy);
  await allDelivered(stack);
  await shop.close();
  const { rows } = await stack.admin.query<{ event_id: string; at: Date }>(
    `select event_id, created_at as at from payments.outbox where type = 'payment_intent.succeeded' and created_at > $1`,
    [since],
  );
  const ms = rows.map(({ event_id, at }) => (arrivals.get(event_id) ?? Number.POSITIVE_INFINITY) - at.getTime());
  const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)];
  const result = `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${ms.length} payments, all events subscribed)`;
  return row(
    `commit to webhook received at ${steadyRate} purchases/s`,
    'p50 ≤ 50 ms, p95 ≤ 300 ms',
    result,
    p50 <= 50 && p95 <= 300,
  );
}

/** A backlog of due deliveries worked off, against the floor doing the same POST, HMAC and two row writes. */
async function measureThroughput(stack: BenchStack, url: string): Promise<Row> {
  const floorPool = new Pool(stack.floorUrl, { connections: 16 });
  const payload = JSON.stringify({ filler: 'x'.repeat(1_500) });
  const floorDeliver = async () => {
    const { body } = await floorPool.request({
      method: 'POST',
      path: '/deliver',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, payload }),
    });
    await body.dump();
  };
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(await workOffBacklog(stack));
    floor.push((await buyFor(4, 16, floorDeliver)).length / 4);
  }
  await floorPool.close();
  return ratioRow('webhook deliveries sustained', 0.4, median(ours), median(floor));
}

/** Makes every delivered row due again under a replay of its own, and times how long they take. */
async function workOffBacklog(stack: BenchStack): Promise<number> {
  const { rowCount } = await stack.admin.query(
    `with again as (
       insert into webhooks.deliveries (id, merchant_id, livemode, endpoint_id, event_id, replay_id, attempt, event_type, state, first_at, next_at, created_at)
       select 'dlv_' || left(md5(random()::text || id), 24), merchant_id, livemode, endpoint_id, event_id, md5(random()::text), 1, event_type, 'pending', now(), now(), now()
       from (select distinct on (event_id) * from webhooks.deliveries where state = 'succeeded' order by event_id) d limit $1
       returning *)
     insert into webhooks.delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, object_id, object_version, attempt, is_replay, first_at, next_at)
     select id, merchant_id, livemode, endpoint_id, id, 1, 1, true, first_at, next_at from again`,
    [backlogEvents],
  );
  const startedAt = performance.now();
  await allDelivered(stack);
  return (rowCount ?? 0) / ((performance.now() - startedAt) / 1000);
}

async function subscribe(stack: BenchStack, url: string): Promise<void> {
  const response = await fetch(`${stack.dev.baseUrl}/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.dev.keys.testSecret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, enabledEvents: ['*'] }),
  });
  if (!response.ok) throw new Error(`the webhook endpoint was refused: ${await response.text()}`);
}

/** Every event has reached the webhooks service, and every delivery was answered. */
async function allDelivered(stack: BenchStack): Promise<void> {
  await drained(stack);
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(25)) {
    const { rows } = await stack.admin.query<{ n: string }>(
      `select count(*)::text as n from webhooks.deliveries where state = 'pending'`,
    );
    if (rows[0]?.n === '0') return;
  }
  throw new Error(`deliveries were still pending after ${patienceMs / 1000} s`);
}
