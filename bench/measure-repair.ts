import { setTimeout as delay } from 'node:timers/promises';
import { serviceStreamOf } from '@mizan/service-kit';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createAccountId, post, type BenchAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { percentile } from './load.ts';
import type { BenchStack } from './stack.ts';

const insertedAtOnce = 100_000;
const payloadBytes = 1_000; // beside the envelope
const timeoutMs = 3_600_000;
const newEveryMs = 1_000;
const stream = serviceStreamOf('', true);
const losing = { catalog: 'product.created', customers: 'customer.created' } as const;
type Losing = keyof typeof losing;
const losers = Object.keys(losing) as Losing[];

/**
 * The bus lost with everything in it, when two outboxes hold a week of events that all consumers had handled: how soon
 * new events pass, how fast the lost ones follow, and whether a service that is killed meanwhile goes on. Then a
 * durable whose tail was lost, with as many events in its inbox.
 */
export async function measureRepair(stack: BenchStack, rows: number): Promise<Row[]> {
  const merchantId = await createAccountId(stack, 'Bench repair');
  await stack.nats.stop();
  for (const service of losers) await leavePublished(stack, { service, merchantId, rows });
  await stack.nats.wipe();
  await stack.nats.start();
  const startedAt = performance.now();
  const stop = new AbortController();
  const newEvents = publishNew(stack, startedAt, stop.signal);
  await leftIn(stack, rows); // the slower half
  const victim = stack.processes()['customers'];
  if (victim === undefined) throw new Error('customers does not run');
  const markedBefore = await markedIn(stack, 'customers');
  process.kill(victim, 'SIGKILL');
  await leftIn(stack, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  stop.abort();
  const { firstMs, worstMs, medianMs, count } = await newEvents;
  const once = await stack.admin.query<{ n: number }>(
    `select ((select count(*) from catalog.outbox where merchant_id = $1 and epoch = 2)
      + (select count(*) from customers.outbox where merchant_id = $1 and epoch = 2))::int as n`,
    [merchantId],
  );
  const total = rows * losers.length;
  const name = `bus lost, ${rows.toLocaleString('en')} published events of 1 KB in each of two outboxes`;
  return [
    row(`${name}: until a new event is published`, '≤ 10 s', `${(firstMs / 1000).toFixed(1)} s`, firstMs <= 10_000),
    row(
      `${name}: new events while lost ones follow`,
      'each within 10 s',
      `p50 ${medianMs.toFixed(0)} ms, longest ${worstMs.toFixed(0)} ms (${count} events)`,
      worstMs <= 10_000,
    ),
    row(
      `${name}: lost events published again`,
      '≥ 1,000 per second',
      `${Math.round(total / seconds).toLocaleString('en')} per second (${seconds.toFixed(0)} s)`,
      total / seconds >= 1_000,
    ),
    row(
      `${name}: a service killed with ${markedBefore.toLocaleString('en')} of them marked goes on`,
      'every event once',
      `${(once.rows[0]?.n ?? 0).toLocaleString('en')} of ${total.toLocaleString('en')} marked once`,
      once.rows[0]?.n === total,
    ),
    await measureWatchdog(stack, rows),
  ];
}

interface Published {
  readonly service: Losing;
  readonly merchantId: string;
  readonly rows: number;
}

/** Rows of the outbox as after a week of work, and what the consumer of all events remembers of them. */
async function leavePublished({ admin }: BenchStack, { service, merchantId, rows }: Published): Promise<void> {
  const type = losing[service];
  for (let from = 0; from < rows; from += insertedAtOnce) {
    const through = Math.min(from + insertedAtOnce, rows);
    await admin.query(
      `with made as (
         insert into ${service}.outbox
           (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload, published_at, stream_seq)
         select 'evt_' || $1 || i, $2, true, $3, $1 || i, 1, jsonb_build_object(
             'specversion', '1.0', 'id', 'evt_' || $1 || i, 'source', '/mizan/bench', 'type', $3::text,
             'subject', $1 || i, 'time', '2026-11-20T00:00:00Z', 'datacontenttype', 'application/json',
             'merchantid', $2::text, 'livemode', true, 'objectversion', 1,
             'data', jsonb_build_object('object', jsonb_build_object('id', $1 || i, 'text', repeat('x', ${payloadBytes}))))::text,
           now() - interval '1 day', i
         from generate_series($4::int + 1, $5::int) i returning event_id, stream_seq)
       insert into webhooks.inbox (consumer, event_id, stream_seq, durable_created, handled_at)
       select 'webhooks-fanout', event_id, stream_seq, '2026-01-01Z', now() - interval '1 day' from made`,
      [`bench${service}`, merchantId, type, from, through],
    );
  }
  await admin.query(`analyze ${service}.outbox`);
}

interface NewEvents {
  readonly firstMs: number;
  readonly worstMs: number;
  readonly medianMs: number;
  readonly count: number;
}

/** Creates a product every second. @returns how long each took to be published, and the first one since the bus is back */
async function publishNew(stack: BenchStack, startedAt: number, signal: AbortSignal): Promise<NewEvents> {
  const account: BenchAccount = {
    id: stack.dev.account.id,
    headers: { authorization: `Bearer ${stack.dev.keys.liveSecret}`, 'content-type': 'application/json' },
  };
  const tookMs: number[] = [];
  let firstMs = 0;
  while (!signal.aborted) {
    const created = await post<{ id: string }>(stack, account, '/products', { name: 'Bench' }).catch(() => undefined);
    if (created) tookMs.push(await publishedAfter(stack, created.id)); // not while the service is restarted
    firstMs ||= created ? performance.now() - startedAt : 0;
    await delay(newEveryMs);
  }
  return { firstMs, worstMs: Math.max(...tookMs), medianMs: percentile(tookMs, 0.5), count: tookMs.length };
}

async function publishedAfter({ admin }: BenchStack, objectId: string): Promise<number> {
  for (const until = performance.now() + timeoutMs; performance.now() < until; await delay(20)) {
    const { rows } = await admin.query<{ ms: number | null }>(
      `select extract(epoch from published_at - created_at)::float8 * 1000 as ms from catalog.outbox
       where aggregate_id = $1 and livemode`,
      [objectId],
    );
    const ms = rows[0]?.ms;
    if (typeof ms === 'number') return ms;
  }
  throw new Error('a new event was not published');
}

/** Waits until at most so many rows of both outboxes are lost or unpublished. */
async function leftIn({ admin }: BenchStack, most: number): Promise<void> {
  const left = losers.map(
    (
      service,
    ) => `(select count(*) from ${service}.outbox where merchant_id <> '' and epoch = 1 and aggregate_id like 'bench%')
      + (select count(*) from ${service}.outbox where published_at is null)`,
  );
  for (const until = performance.now() + timeoutMs; performance.now() < until; await delay(2_000)) {
    const { rows } = await admin.query<{ n: number }>(`select (${left.join(' + ')})::int as n`);
    if ((rows[0]?.n ?? 0) <= most) return;
  }
  throw new Error(`lost events were not published after ${timeoutMs / 1000} s`);
}

async function markedIn({ admin }: BenchStack, service: Losing): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${service}.outbox where epoch = 2`);
  return rows[0]?.n ?? 0;
}

/** Places of handled events beyond the end of the stream, as a tail leaves them that was lost: until the durable starts again. */
async function measureWatchdog({ admin, dev }: BenchStack, rows: number): Promise<Row> {
  const connection = await connect({ servers: dev.natsUrl });
  try {
    const manager = await jetstreamManager(connection);
    const durable = 'catalog-purchases';
    const createdAt = async () => (await manager.consumers.info(stream, durable)).created;
    const created = await createdAt();
    const { state } = await manager.streams.info(stream);
    await admin.query(
      `insert into catalog.inbox (consumer, event_id, stream_seq, durable_created)
       select $1, 'evt_tail' || i, $2::bigint + i, $3 from generate_series(1, $4::int) i`,
      [durable, state.last_seq, created, rows],
    );
    const startedAt = performance.now();
    while ((await createdAt().catch(() => created)) === created) {
      if (performance.now() - startedAt > timeoutMs) throw new Error('the durable was not created again');
      await delay(50);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return row(
      `durable ahead of the stream by ${rows.toLocaleString('en')} handled events: until it starts again`,
      '≤ 10 s, of which 5 s between two looks',
      `${seconds.toFixed(1)} s`,
      seconds <= 10,
    );
  } finally {
    await connection.close();
  }
}
