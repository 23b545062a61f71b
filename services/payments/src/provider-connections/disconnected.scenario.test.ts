import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@mizan/contracts';
import { stripeRefundDelayMs, stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, type ApiAnswer, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from '../provider-callbacks/live-funds.test-support.ts';
import { connectStripe, type LiveWorld, startLivePayments } from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
  connectionId = world.connected.id;
});
afterAll(() => world.stop());

/** The connection of the moment. */
let connectionId: string;
const connect = async (): Promise<void> => {
  connectionId = (await connectStripe(world.operator, 'acct_test')).id;
};
const disconnect = () => world.operator('DELETE', `/operator/accounts/acct_test/provider-connections/${connectionId}`);
const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code];
const refund = (id: string) => world.live<Refund & AnyBody>('POST', '/refunds', { paymentIntentId: id, amount: 1_000 });

/** A paid live payment whose money can be refunded. */
async function paid(): Promise<PaymentIntent> {
  const { body } = await world.pay(methods.approving);
  await makeLiveFundsAvailable(world);
  return body;
}

/** Whether the provider is queried about a refund much later; null if it is not any more. */
async function nextQueryOf({ id }: Refund): Promise<{ isLater: boolean | null } | undefined> {
  const { rows } = await world
    .db('payments')
    .query<{ isLater: boolean | null }>(
      `select next_sync_at > now() + interval '30 seconds' as "isLater" from refunds where id = $1`,
      [id],
    );
  return rows[0];
}

/** Waits until a request waits for the connection's row. */
const isWaiting = () =>
  eventually(async () => {
    const { rows } = await world
      .db('payments')
      .query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%connections%'`,
      );
    expect(rows).toHaveLength(1);
  });

describe('after live mode was disconnected', () => {
  test('a refund is 403 merchant_not_activated, and nothing is debited; once connected again it is made', async () => {
    const { id } = await paid();
    expect((await disconnect()).status).toBe(200);
    const before = (await world.live('GET', '/balance')).body;
    expect(codeOf(await refund(id))).toEqual([403, 'merchant_not_activated']);
    expect((await world.live('GET', '/balance')).body).toEqual(before);
    expect(await world.liveIntent(id)).toMatchObject({ status: 'SUCCEEDED', amountRefunded: 0 });
    expect(codeOf(await refund('pi_unknown'))).toEqual([404, 'resource_missing']);

    await connect();
    expect((await refund(id)).body).toMatchObject({ status: 'SUCCEEDED', amount: 1_000 });
  });

  test('a payment that is older than connections is refunded by the one to its provider', async () => {
    const { id } = await paid();
    // As the release before left it: no connection on the charge, none in the keys of the records.
    await world.db('payments').query('update charges set connection_id = null where payment_intent_id = $1', [id]);
    await world
      .db('payments')
      .query(`update stripe_records set key = split_part(key, ' ', 2) where key like 'pvc_% %'`);
    expect((await disconnect()).status).toBe(200);
    expect(codeOf(await refund(id))).toEqual([403, 'merchant_not_activated']);
    await connect();
    expect((await refund(id)).body).toMatchObject({ status: 'SUCCEEDED', amount: 1_000 });
  });

  test('a refund that its bank has returned meanwhile is credited once the account is connected again', async () => {
    const { body: intent } = await world.pay(methods.failingToRefund);
    await makeLiveFundsAvailable(world);
    const { body: returned } = await refund(intent.id);
    expect(returned.status).toBe('SUCCEEDED');
    expect((await disconnect()).status).toBe(200);
    world.stripe.clock.advance(stripeRefundDelayMs);
    await world.makeDue('refunds', `id = '${returned.id}'`);
    await eventually(async () => expect(await nextQueryOf(returned)).toEqual({ isLater: true }));
    await connect();
    await world.makeDue('refunds', `id = '${returned.id}'`);
    await eventually(async () => expect((await world.liveIntent(intent.id)).amountRefunded).toBe(0));
    expect(await world.findings()).toEqual([]);
  });

  /** Asks while another transaction removes the connection. */
  async function sendWhileDisconnecting(send: () => Promise<ApiAnswer<AnyBody>>): Promise<ApiAnswer<AnyBody>> {
    const operator = await world.db('payments').connect();
    try {
      await operator.query('begin');
      await operator.query(`select 1 from connections where merchant_id = 'acct_test' for update`);
      const sent = send();
      await isWaiting();
      await operator.query(`update connections set status = 'DELETED' where merchant_id = 'acct_test'`);
      await operator.query('commit');
      return await sent;
    } finally {
      operator.release();
    }
  }
  const countRows = async () => {
    const { rows } = await world
      .db('payments')
      .query<{ n: string }>('select (select count(*) from charges) + (select count(*) from refunds) as n');
    return rows[0]?.n;
  };

  test('what was on its way into the ledger is refused, and leaves nothing behind that cannot be polled', async () => {
    const { id } = await paid();
    const before = await countRows();
    for (const send of [() => refund(id), () => world.pay(methods.approving)]) {
      expect(codeOf(await sendWhileDisconnecting(send))).toEqual([403, 'merchant_not_activated']);
      expect(await countRows()).toBe(before);
      await connect();
    }
  });
});

describe('a refund that Stripe does not answer for days', () => {
  beforeAll(() => world.replica('payments').spawn({ LOG_LEVEL: 'info' }));
  const resolutionsOf = ({ id }: Refund) =>
    world
      .replica('payments')
      .logText()
      .split('\n')
      .filter((line) => line.includes('refund.resolve') && line.includes(id))
      .map((line) => JSON.parse(line) as object);

  test('after it had succeeded is queried until banks no longer return it, and the log says once that it is over', async () => {
    const { id } = await paid();
    const { body } = await refund(id);
    expect((await disconnect()).status).toBe(200);
    const age = (days: number, queries: number) =>
      world.db('payments').query(
        `update refunds set created_at = now() - make_interval(days => $2), sync_attempts = $3, next_sync_at = now()
         where id = $1`,
        [body.id, days, queries],
      );
    const unanswered = { level: 'info', outcome: 'unknown' };
    await age(13, 9);
    await eventually(() => expect(resolutionsOf(body)).toMatchObject([unanswered]));
    await age(14, 7);
    await eventually(() => expect(resolutionsOf(body)).toMatchObject([unanswered, unanswered]));
    expect(await nextQueryOf(body)).toEqual({ isLater: true });
    await age(14, 8);
    await eventually(() =>
      expect(resolutionsOf(body)).toMatchObject([
        ...[unanswered, unanswered],
        { level: 'error', outcome: 'unknown: the schedule is used up' },
      ]),
    );
    expect(await nextQueryOf(body)).toEqual({ isLater: null });
    await connect();
  });

  test('is polled daily, and the log calls it an error', async () => {
    const { id } = await paid();
    world.stripe.faults.add({ effect: 'status', status: 503, times: null });
    const { body } = await refund(id);
    expect(body.status).toBe('PENDING');
    await world
      .db('payments')
      .query(`update refunds set sync_attempts = 9, next_sync_at = now() where id = $1`, [body.id]);
    await eventually(() =>
      expect(resolutionsOf(body)).toMatchObject([
        { level: 'error', attempts: 10, outcome: 'unknown: the schedule is used up' },
      ]),
    );
    const { rows } = await world
      .db('payments')
      .query(`select next_sync_at > now() + interval '23 hours' as "isTomorrow" from refunds where id = $1`, [body.id]);
    expect(rows).toEqual([{ isTomorrow: true }]);
    world.stripe.faults.clear();
  });
});
