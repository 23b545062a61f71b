import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@mizan/contracts';
import { type AnyBody, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments();
  await world.confirm({ amount: 1_000_000 });
});
afterAll(() => world.stop());

const begin = async (paymentMethod: object): Promise<PaymentIntent> => {
  const { status, body } = await world.merchant<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    paymentMethod,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const simulate = (id: string, body: object) =>
  world.merchant<PaymentIntent & AnyBody>('POST', `/test-helpers/payment-intents/${id}/simulate`, body);
const fawry = { type: 'fawry', phone: '+201001234567' };

describe('a payment that waits', () => {
  test.each([
    [fawry, { outcome: 'succeed' }, 'SUCCEEDED', undefined],
    [fawry, { outcome: 'expire' }, 'FAILED', 'voucher_expired'],
    [{ type: 'instapay', handle: 'mona@instapay' }, { outcome: 'succeed' }, 'SUCCEEDED', undefined],
    [{ type: 'cash_on_delivery' }, { outcome: 'collected' }, 'SUCCEEDED', undefined],
    [{ type: 'cash_on_delivery' }, { outcome: 'refused' }, 'REQUIRES_PAYMENT_METHOD', 'provider_declined'],
    [{ type: 'card', testOutcome: 'require_action' }, { outcome: 'succeed' }, 'SUCCEEDED', undefined],
    [
      { type: 'card', testOutcome: 'never' },
      { outcome: 'decline', declineCode: 'lost_card' },
      'REQUIRES_PAYMENT_METHOD',
      'card_declined',
    ],
    [
      { type: 'card', testOutcome: 'never' },
      { outcome: 'decline:expired_card' },
      'REQUIRES_PAYMENT_METHOD',
      'expired_card',
    ],
  ])('%j, %j: %s', async (method, body, status, code) => {
    const { id } = await begin(method);
    const { body: ended } = await simulate(id, body);
    expect([ended.status, ended.lastPaymentError?.code]).toEqual([status, code]);
    expect(await world.findings()).toEqual([]);
  });

  test.each(['cash_on_delivery', 'bank_transfer'])(
    'for %s says that the merchant has recorded that it did not come',
    async (type) => {
      const { id } = await begin({ type });
      const { body } = await simulate(id, { outcome: 'refused' });
      expect(body.latestCharge?.outcome?.networkStatus).toBe('not_sent_to_network');
      expect(body.lastPaymentError).toMatchObject({
        declineCode: 'customer_rejected',
        adviceCode: null,
        merchantMessage: 'You recorded that the payment was not received.',
      });
      const { lastPaymentError } = await begin({ type, testOutcome: 'decline' });
      expect(lastPaymentError?.merchantMessage).toBe('The issuer declined without a reason.');
    },
  );

  test.each([
    [{ type: 'cash_on_delivery' }, undefined],
    [{ type: 'bank_transfer' }, 4_000],
  ])('by %j has received all of it once it is paid, whatever the receipts say', async (method, amountReceived) => {
    const { id } = await begin(method);
    if (amountReceived) await simulate(id, { outcome: 'succeed', amountReceived });
    expect((await simulate(id, { outcome: 'succeed' })).body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      latestCharge: { amountReceived: 10_000, amountCaptured: 10_000 },
    });
  });

  test('for a transfer ends when the parts add up', async () => {
    const { id } = await begin({ type: 'bank_transfer' });
    expect((await simulate(id, { outcome: 'succeed', amountReceived: 4_000 })).body.status).toBe('PROCESSING');
    const { body } = await simulate(id, { outcome: 'expire', amountReceived: 6_000 });
    expect([body.error?.code, body.error?.param]).toEqual(['parameter_invalid', 'amountReceived']);
    expect((await simulate(id, { outcome: 'succeed', amountReceived: 6_000 })).body.status).toBe('SUCCEEDED');
  });

  test('for a transfer of which a part came in has failed when its time is over, and the merchant has the part', async () => {
    const { id, latestCharge } = await begin({ type: 'bank_transfer' });
    const before = (await world.balance()).available[0]?.amount ?? 0;
    const part = await simulate(id, { outcome: 'succeed', amountReceived: 4_000 });
    expect(part.body.latestCharge).toMatchObject({ status: 'PENDING', amountReceived: 4_000, amountCaptured: 0 });
    expect((await world.eventsOf(latestCharge?.id ?? '')).at(-1)).toMatchObject({
      type: 'charge.updated',
      version: 2,
      object: { amountReceived: 4_000 },
    });
    expect((await world.eventsOf(id)).at(-1)).toMatchObject({
      type: 'payment_intent.updated',
      object: { status: 'PROCESSING', amountReceived: 0, latestCharge: { amountReceived: 4_000 } },
      previousAttributes: { latestCharge: { amountReceived: 0 } },
    });
    await simulate(id, { outcome: 'expire' });
    expect(await world.intent(id)).toMatchObject({
      status: 'FAILED',
      amountReceived: 0,
      lastPaymentError: { code: 'voucher_expired' },
      latestCharge: { status: 'FAILED', amountReceived: 4_000 },
    });
    expect((await world.balance()).available[0]?.amount).toBe(before + 4_000);
    const movements = () =>
      world.merchant<{ data: object[] }>('GET', `/balance-transactions?sourceId=${latestCharge?.id}`);
    const received = { type: 'adjustment', gross: 4_000, fee: 0, net: 4_000, status: 'available' };
    expect((await movements()).body.data).toMatchObject([received]);
    expect(await world.findings()).toEqual([]);

    // The bank finds the rest later: what is captured is the whole, once.
    const db = world.db('payments');
    await db.query(`update simulator_operations set record = $2 where key = $1`, [
      `${latestCharge?.id}:decision`,
      { op: 'decision', decision: { result: 'approve' } },
    ]);
    await db.query(`update charges set next_sync_at = now() where id = $1`, [latestCharge?.id]);
    await eventually(async () =>
      expect(await world.intent(id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 }),
    );
    expect((await movements()).body.data.map((each) => (each as { gross: number }).gross).toSorted()).toEqual(
      [10_000, -4_000, 4_000].toSorted(),
    );
    expect(await world.findings()).toEqual([]);
  });

  test('is the only one that can be ended', async () => {
    const paid = await begin({ id: 'pm_test_card_succeed' });
    const refused = async (id: string, outcome: string) => {
      const { status, body } = await simulate(id, { outcome });
      return [status, body.error?.code];
    };
    expect(await refused(paid.id, 'succeed')).toEqual([409, 'payment_already_completed']);
    expect(await refused('pi_unknown', 'succeed')).toEqual([404, 'resource_missing']);
    expect(await refused(paid.id, 'explode')).toEqual([400, 'parameter_invalid']);
  });
});

describe('a refund', () => {
  const refundOf = async (paymentMethod: object) => {
    const { id } = await begin(paymentMethod);
    return world.refund({ paymentIntentId: id, instructionsEmail: 'mona@example.com' });
  };
  const end = async (id: string, outcome: string) =>
    (await world.merchant<Refund & AnyBody>('POST', `/test-helpers/refunds/${id}/simulate`, { outcome })).body;

  test('fails later for the reason that is asked for, and the balance has its money again', async () => {
    const before = await world.balance();
    const refund = await refundOf({ id: 'pm_test_card_succeed' });
    expect(await end(refund.id, 'fail:lost_or_stolen_card')).toMatchObject({
      status: 'FAILED',
      failureReason: 'lost_or_stolen_card',
    });
    expect(await world.intent(refund.paymentIntentId)).toMatchObject({ status: 'SUCCEEDED', amountRefunded: 0 });
    expect((await end(refund.id, 'succeed')).error?.code).toBe('resource_invalid_state');
    expect((await world.balance()).available[0]?.amount).toBeGreaterThan(before.available[0]?.amount ?? 0);
    expect(await world.findings()).toEqual([]);
  });

  test('whose money arrived can still fail', async () => {
    const refund = await refundOf({ id: 'pm_test_card_succeed' });
    expect((await end(refund.id, 'succeed')).status).toBe('SUCCEEDED');
    expect(await end(refund.id, 'fail:declined')).toMatchObject({ status: 'FAILED', failureReason: 'declined' });
    expect(await world.intent(refund.paymentIntentId)).toMatchObject({ status: 'SUCCEEDED', amountRefunded: 0 });
    expect(await world.findings()).toEqual([]);
  });

  test('that waits for the buyer’s details is sent', async () => {
    const refund = await refundOf({ ...fawry, testOutcome: 'succeed' });
    expect(refund.status).toBe('REQUIRES_ACTION');
    expect((await end(refund.id, 'succeed')).status).toBe('SUCCEEDED');
    expect(await world.findings()).toEqual([]);
  });
});
