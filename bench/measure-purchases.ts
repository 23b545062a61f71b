import { setTimeout as delay } from 'node:timers/promises';
import { serviceDurables, serviceNames } from '@mizan/contracts';
import { serviceStreamOf } from '@mizan/service-kit';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { row, ratioRow, type Row } from './goals.ts';
import { inTurn, median, percentile } from './load.ts';
import { buyAtRate, buyFor, openFloorShop, openMall, warmUp } from './purchases.ts';
import { openReceiver } from './receiver.ts';
import type { BenchStack } from './stack.ts';

const rounds = 3;
const seconds = 6;
const buyers = 16;
const merchants = 4;
const promisedRate = 50; // purchases per second at which latencies are promised
const bearableShare = 0.6; // of what this machine sells in a second, where that is too little for it
const steadySeconds = 12;
const timeoutMs = 120_000;

/** Waits until every event was published, handled by every consumer and sent to every endpoint; returns how long, seconds. */
export async function drained({ admin, nats }: BenchStack): Promise<number> {
  const startedAt = performance.now();
  const waiting = serviceNames
    .map((name) => `exists (select from ${name}.outbox where published_at is null)`)
    .concat(
      `exists (select from webhooks.delivery_queue join webhooks.endpoint_health using (endpoint_id)
         where next_at <= now() and failing_since is null)`,
    )
    .join(' or ');
  const connection = await connect({ servers: nats.url });
  try {
    const manager = await jetstream(connection).jetstreamManager();
    const isHandled = async (): Promise<boolean> => {
      const { rows } = await admin.query<{ waits: boolean }>(`select ${waiting} as waits`);
      if (rows[0]?.waits) return false;
      for (const livemode of [true, false])
        for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(
          serviceStreamOf('', livemode),
        ))
          if (serviceDurables.includes(name) && num_pending + num_ack_pending > 0) return false;
      return true;
    };
    // Twice: what was handled last may have left an event behind, which is published before the second look.
    for (let looks = 0; performance.now() - startedAt < timeoutMs; await delay(25)) {
      looks = (await isHandled()) ? looks + 1 : 0;
      if (looks === 2) return (performance.now() - startedAt) / 1000;
    }
  } finally {
    await connection.close();
  }
  throw new Error(`events were still on their way after ${timeoutMs / 1000} s`);
}

/** Purchases per second with everything they cause, alone and with a refund, and how soon their effects show. */
export async function measurePurchases(stack: BenchStack, floorPriceId: string): Promise<Row[]> {
  const receiver = await openReceiver(stack);
  const ours = await openMall(stack, merchants, receiver);
  const floor = await openFloorShop(stack.floorUrl, floorPriceId);
  try {
    await warmUp(buyers, floor.buy);
    await warmUp(buyers, ours.buy);
    await drained(stack);

    const rateOf = async (act: () => Promise<unknown>, settle: () => Promise<number>) => {
      const took = await buyFor(seconds, buyers, act);
      return took.length / (seconds + (await settle()));
    };
    const none = () => Promise.resolve(0);
    const settle = () => drained(stack);
    const plain = await inTurn(
      rounds,
      () => rateOf(ours.buy, settle),
      () => rateOf(floor.buy, none),
    );
    const withRefund = await inTurn(
      rounds,
      () => rateOf(async () => ours.refund(await ours.buy()), settle),
      () => rateOf(ours.buy, settle),
    );
    const alone = await inTurn(
      rounds,
      () => buyFor(3, 1, ours.buy),
      () => buyFor(3, 1, floor.buy),
    );
    await drained(stack);
    const p50 = { ours: median(alone.a.flat()), floor: median(alone.b.flat()) };
    const refundRatio = median(withRefund.a) / median(withRefund.b);
    return [
      ratioRow(
        `purchases of ${merchants} merchants, every resulting event processed and sent, ${buyers} buyers`,
        0.18,
        median(plain.a),
        median(plain.b),
      ),
      row(
        'one purchase alone, request to request, p50',
        "≤ 4 × the floor's",
        `${(p50.ours / p50.floor).toFixed(1)} × (${p50.ours.toFixed(1)} ms of ${p50.floor.toFixed(1)} ms)`,
        p50.ours <= 4 * p50.floor,
      ),
      row(
        'purchase with refund',
        '≥ 0.8 of the purchase rate',
        `${refundRatio.toFixed(2)} (${median(withRefund.a).toFixed(0)} of ${median(withRefund.b).toFixed(0)} per second)`,
        refundRatio >= 0.8,
      ),
      ...(await measureEffects(stack, ours.buy, Math.min(promisedRate, bearableShare * median(plain.a)))),
    ];
  } finally {
    await ours.close();
    await floor.close();
    receiver.close();
  }
}

/** From the commit of a payment to the stock that it takes, at a steady rate of purchases per second. */
async function measureEffects(stack: BenchStack, buy: () => Promise<string>, perSecond: number): Promise<Row[]> {
  const { rows: clock } = await stack.admin.query<{ now: Date }>('select now()');
  await buyAtRate(perSecond, steadySeconds, buy);
  await drained(stack);
  const { rows } = await stack.admin.query<{ ms: number }>(
    `select extract(epoch from i.handled_at - o.created_at)::float8 * 1000 as ms
     from payments.outbox o join catalog.inbox i using (event_id)
     where o.type = 'payment_intent.succeeded' and o.created_at > $1`,
    [clock[0]?.now],
  );
  const ms = rows.map((each) => each.ms);
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  return [
    row(
      `commit to consumer effect at ${perSecond.toFixed(0)} purchases/s`,
      'p50 ≤ 20 ms, p99 ≤ 100 ms',
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${ms.length} payments)`,
      perSecond < promisedRate ? undefined : p50 <= 20 && p99 <= 100,
    ),
  ];
}
