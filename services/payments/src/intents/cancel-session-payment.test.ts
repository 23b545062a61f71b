import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
});
afterAll(() => world.stop());

interface Answer {
  paymentIntent: PaymentIntent | null;
  objectVersion: number;
  error?: { code: string };
}
const cancel = async (checkoutSessionId: string) =>
  (
    await world.checkout<Answer>(
      'POST',
      '/internal/calls/cancelSessionPayment',
      { checkoutSessionId },
      { idempotencyKey: newId('key') },
    )
  ).body;

describe('cancelSessionPayment', () => {
  test('of a session that was never confirmed has nothing to cancel', async () => {
    expect(await cancel('cs_test_unknown')).toEqual({ paymentIntent: null, objectVersion: 0 });
  });

  test('after a decline cancels the intent, and again changes nothing', async () => {
    const checkoutSessionId = newId('cs_test');
    const { id } = await world.confirm({ checkoutSessionId, card: '4000000000000002' });
    const canceled = await cancel(checkoutSessionId);
    expect(canceled).toMatchObject({
      paymentIntent: { id, status: 'CANCELED', cancellationReason: 'ABANDONED' },
      objectVersion: 3,
    });
    expect(await cancel(checkoutSessionId)).toEqual(canceled);
    expect((await world.eventsOf(id)).at(-1)).toMatchObject({ type: 'payment_intent.canceled', version: 3 });
    expect((await world.tryConfirm({ checkoutSessionId, attempt: 2 })).body.error?.code).toBe('resource_invalid_state');
  });

  test('while the buyer is at the bank gives the attempt up at the provider: what the buyer does there pays nothing', async () => {
    const checkoutSessionId = newId('cs_test');
    const { id, latestCharge } = await world.confirm({ checkoutSessionId, card: '4000000000003220' });
    expect((await cancel(checkoutSessionId)).paymentIntent).toMatchObject({
      status: 'CANCELED',
      nextAction: null,
      charges: [{ status: 'FAILED' }],
    });
    await fetch(`${world.urls.payments}/simulator/${latestCharge?.id}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'authenticate' }),
    });
    expect((await world.intent(id)).status).toBe('CANCELED');
    const { rows } = await world
      .db('payments')
      .query(`select record -> 'decision' ->> 'result' as result from simulator_operations where key = $1`, [
        `${latestCharge?.id}:decision`,
      ]);
    expect(rows).toEqual([{ result: 'cancel' }]);
    expect((await world.eventsOf(id, latestCharge?.id ?? '')).map(({ type }) => type).slice(-2)).toEqual([
      'charge.failed',
      'payment_intent.canceled',
    ]);
    expect(await world.findings()).toEqual([]);
  });

  test('of an authorized payment releases the hold', async () => {
    const checkoutSessionId = newId('cs_test');
    await world.confirm({ checkoutSessionId, captureMethod: 'manual' });
    expect((await cancel(checkoutSessionId)).paymentIntent).toMatchObject({ status: 'CANCELED', amountCapturable: 0 });
  });

  test('while the outcome is unknown: 409 payment_still_confirming; when it is paid: payment_already_completed', async () => {
    const [undecided, paid] = [newId('cs_test'), newId('cs_test')];
    await world.confirm({ checkoutSessionId: undecided, card: '4000000000007023' });
    expect((await cancel(undecided)).error?.code).toBe('payment_still_confirming');
    await world.confirm({ checkoutSessionId: paid });
    expect((await cancel(paid)).error?.code).toBe('payment_already_completed');
  });

  test('at the same moment as the buyer authenticates: either paid or canceled, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const checkoutSessionId = newId('cs_test');
      const { id, latestCharge } = await world.confirm({ checkoutSessionId, card: '4000000000003220' });
      await Promise.all([
        cancel(checkoutSessionId),
        fetch(`${world.urls.payments}/simulator/${latestCharge?.id}`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ outcome: 'authenticate' }),
        }),
      ]);
      const intent = await world.intent(id);
      expect([
        ['SUCCEEDED', 10_000],
        ['CANCELED', 0],
      ]).toContainEqual([intent.status, intent.charges[0]?.amountCaptured]);
    }
    expect(await world.findings()).toEqual([]);
  });
});
