import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

const approvedLater = '4000000000007023';
const declinedLater = '4000000000007031';

const secondsUntilSync = async (intentId: string) => {
  const { rows } = await world
    .db('payments')
    .query<{ seconds: number }>(
      'select round(extract(epoch from next_sync_at - updated_at))::int as seconds from charges where payment_intent_id = $1',
      [intentId],
    );
  return rows[0]?.seconds;
};

describe('an answer that got lost', () => {
  test('leaves the payment PROCESSING, never failed, to be polled in ten seconds', async () => {
    const checkoutSessionId = newId('cs_test');
    const intent = await world.confirm({ card: approvedLater, checkoutSessionId });
    expect(intent).toMatchObject({
      status: 'PROCESSING',
      lastPaymentError: null,
      latestCharge: { status: 'PENDING', outcome: null },
    });
    expect(await secondsUntilSync(intent.id)).toBe(10);
    const { body } = await world.tryConfirm({ checkoutSessionId, attempt: 2 });
    expect(body.error?.code).toBe('payment_still_confirming');
  });

  test('is found by asking: a payment that was taken is captured once, with the events of a payment', async () => {
    const { id, latestCharge } = await world.confirm({ card: approvedLater });
    await world.makeDue();
    const intent = await eventually(async () => {
      const now = await world.intent(id);
      expect(now.status).toBe('SUCCEEDED');
      return now;
    });
    expect(intent.charges).toHaveLength(1);
    expect((await world.eventsOf(id, latestCharge?.id ?? '')).map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(await world.findings()).toEqual([]);
  });

  test('is found by asking: a payment that was declined can be tried again', async () => {
    const checkoutSessionId = newId('cs_test');
    const { id } = await world.confirm({ card: declinedLater, checkoutSessionId });
    await world.makeDue();
    await eventually(async () => expect((await world.intent(id)).status).toBe('REQUIRES_PAYMENT_METHOD'));
    const paid = await world.confirm({ checkoutSessionId, attempt: 2 });
    expect(paid).toMatchObject({ id, status: 'SUCCEEDED' });
    expect(paid.charges.map((charge) => charge.status)).toEqual(['FAILED', 'SUCCEEDED']);
  });

  test('about a payment that was abandoned, and that was paid after all, is a late success and never dropped', async () => {
    const { id, latestCharge } = await world.confirm({ card: approvedLater });
    await world
      .db('payments')
      .query(`update payment_intents set status = 'CANCELED', canceled_at = now() where id = $1`, [id]);
    await world
      .db('payments')
      .query(`update charges set status = 'FAILED', failure_code = 'customer_abandoned' where id = $1`, [
        latestCharge?.id,
      ]);
    await world.makeDue();
    await eventually(async () =>
      expect(await world.intent(id)).toMatchObject({
        status: 'SUCCEEDED',
        canceledAt: null,
        charges: [{ status: 'SUCCEEDED', failureCode: null, outcome: { lateSuccess: true } }],
      }),
    );
    expect((await world.eventsOf(id, latestCharge?.id ?? '')).slice(-2)).toMatchObject([
      {
        type: 'charge.updated',
        previousAttributes: { status: 'FAILED', paid: false, failureCode: 'customer_abandoned', amountCaptured: 0 },
      },
      { type: 'payment_intent.succeeded' },
    ]);
    expect(await world.findings()).toEqual([]);
    // The account has not asked for anything else, so the merchant keeps it.
    const notes = `select 1 from late_successes`;
    await eventually(async () => expect((await world.db('payments').query(notes)).rows).toEqual([]));
    expect((await world.intent(id)).status).toBe('SUCCEEDED');
  });
});
