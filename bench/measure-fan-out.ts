import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccountId } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { median } from './load.ts';
import { privateOf } from './processes.ts';
import type { BenchStack } from './stack.ts';

const events = 100_000;
const samples = 10;
const warmSamples = 2; // code is compiled and pools are filled in the first fifth
const batch = 1_000;
const mib = 1024 ** 2;
const growthAllowed = 0.1;
const timeoutMs = 120_000;

/**
 * What the webhooks service keeps of the events that pass through it. They are left in the service's own outbox, as fast
 * as they are taken from there, so that its relay, the bus and its consumer handle each of them; the memory of the
 * process is looked at after every tenth.
 */
export async function measureFanOut(stack: BenchStack): Promise<Row[]> {
  const merchantId = await createAccountId(stack, 'Bench fan-out');
  const pid = stack.processes()['webhooks'];
  if (pid === undefined) throw new Error('the webhooks service does not run');
  const memory: number[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < events; sent += batch) {
    await publish(stack, merchantId);
    await fannedOut(stack, merchantId, sent - batch); // two batches are on their way at once
    if ((sent + batch) % (events / samples) !== 0) continue;
    await fannedOut(stack, merchantId, sent + batch);
    memory.push(privateOf(pid) / mib);
  }
  const perSecond = events / ((performance.now() - startedAt) / 1000);
  const settled = memory.slice(warmSamples);
  const slope = slopeOf(settled); // MiB for a tenth of the events
  const growth = (slope * samples) / median(settled);
  return [
    row(
      `memory of the webhooks service over ${events.toLocaleString('en')} events fanned out`,
      `grows ≤ ${growthAllowed * 100} % at the slope of the last ${samples - warmSamples} of ${samples} points`,
      `${(growth * 100).toFixed(1)} % (slope ${slope.toFixed(2)} MiB for each ${(events / samples).toLocaleString('en')}; ${memory.map((each) => each.toFixed(0)).join(', ')} MiB; ${perSecond.toFixed(0)} events/s)`,
      growth <= growthAllowed,
    ),
  ];
}

/** Slope of the line through values at 0, 1, 2 … by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.map((value, i) => (i - middle) * (value - mean));
  const squares = values.map((_, i) => (i - middle) ** 2);
  return products.reduce((a, b) => a + b, 0) / squares.reduce((a, b) => a + b, 0);
}

async function publish({ admin }: BenchStack, merchantId: string): Promise<void> {
  const made = Array.from({ length: batch }, () => {
    const [id, objectId] = [`evt_${randomUUID()}`, `prod_${randomUUID()}`];
    const payload = JSON.stringify({
      specversion: '1.0',
      id,
      source: '/mizan/catalog',
      type: 'product.created',
      subject: objectId,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      merchantid: merchantId,
      livemode: false,
      objectversion: 1,
      data: { object: { id: objectId, object: 'product', name: 'Bench', description: 'x'.repeat(1_000) } },
    });
    return { id, objectId, payload };
  });
  await admin.query(
    `insert into webhooks.outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload)
     select id, $1, false, 'product.created', object_id, 1, payload
     from unnest($2::text[], $3::text[], $4::text[]) as e (id, object_id, payload)`,
    [merchantId, made.map(({ id }) => id), made.map(({ objectId }) => objectId), made.map(({ payload }) => payload)],
  );
}

/** Waits until so many events of the account are stored. */
async function fannedOut({ admin }: BenchStack, merchantId: string, count: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(20)) {
    const { rows } = await admin.query<{ n: number }>(
      'select coalesce(max(last_sequence), 0)::int as n from webhooks.event_sequences where merchant_id = $1',
      [merchantId],
    );
    if ((rows[0]?.n ?? 0) >= count) return;
  }
  throw new Error(`events were not fanned out after ${timeoutMs / 1000} s`);
}
