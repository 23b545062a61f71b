import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Balance, BalanceTransaction, PaymentIntent, ProviderConnection, Refund } from '@mizan/contracts';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, type Api, eventually } from '@mizan/testing';
import {
  connectStripe,
  currentCode,
  type LiveWorld,
  ownFees,
  startLivePayments,
  stripeKeys,
} from '../provider-callbacks/live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const liveClient = (merchantId: string): Api => world.merchantClient('payments', { merchantId, livemode: true });
/** Connects an account as its merchant does: the money is the merchant's. */
async function connectOwn(live: Api): Promise<ProviderConnection> {
  const headers = { 'two-factor-code': currentCode };
  const secretKey = 'sk_live_ofTheMerchantItself';
  world.stripe.addKey(secretKey, 'acct_ofTheMerchant');
  const body = { provider: 'stripe', credentials: { ...stripeKeys, secretKey } };
  const { status, body: made } = await live<ProviderConnection>('POST', '/provider-connections', body, { headers });
  expect([status, made.settlesTo]).toEqual([201, 'merchant']);
  return made;
}
const pay = async (live: Api): Promise<PaymentIntent> => {
  const payment = { amount: 10_000, currency: 'EGP', confirm: true };
  const paymentMethod = { type: 'card', token: methods.approving };
  const { body } = await live<PaymentIntent>('POST', '/payment-intents', { ...payment, paymentMethod });
  expect(body.status).toBe('SUCCEEDED');
  return body;
};
const balanceOf = async (live: Api) => (await live<Balance>('GET', '/balance')).body;
const egp = (amount: number) => [{ amount, currency: 'EGP' }];
const fee = 228; // 2 % of 100.00 and 14 % VAT, as agreed for this provider

describe('a payment through the merchant’s own connection', () => {
  test('is the merchant’s at once; its fee, and that of its refund, are owed to the platform', async () => {
    const live = liveClient(ownFees);
    await connectOwn(live);
    const { id, latestCharge } = await pay(live);
    expect(latestCharge).toMatchObject({
      settlementModel: 'instant',
      config: { providerFee: { amount: 320, currency: 'EGP' } }, // shown, and part of no balance
      balanceTransaction: { status: 'available', gross: 10_000, fee, net: 10_000 - fee },
    });
    const paid = { available: egp(10_000 - fee), pending: egp(0), payable: egp(0) };
    expect(await balanceOf(live)).toMatchObject(paid);
    await eventually(async () =>
      expect((await world.eventsOf(`${ownFees}:balance`)).at(-1)?.object).toEqual(await balanceOf(live)),
    );

    const { status, body: refund } = await live<Refund>('POST', '/refunds', { paymentIntentId: id });
    expect([status, refund.amount, refund.feeAmount]).toEqual([201, 10_000, 150]);
    const { body: movement } = await live<BalanceTransaction>(
      'GET',
      `/balance-transactions/${refund.balanceTransactionId}`,
    );
    expect(movement).toMatchObject({ gross: -10_000, fee: 150, net: -10_150 });
    expect(movement.feeDetails).toEqual([
      { type: 'platform_fee', amount: 150, currency: 'EGP', description: 'Fee of the refund' },
    ]);
    expect(await balanceOf(live)).toMatchObject({ available: egp(-fee - 150), payable: egp(0) });
    expect(await world.findings()).toEqual([]);
  });

  test('that takes over from the operator’s, which cannot be reached, is the merchant’s', async () => {
    const live = liveClient('acct_two_holders');
    await connectStripe(world.operator, 'acct_two_holders');
    const own = await connectOwn(live);
    const { latestCharge: first } = await pay(live);
    expect(first?.balanceTransaction?.status).toBe('pending'); // the platform's
    const unreachable = {
      effect: 'status',
      status: 503,
      method: 'POST',
      path: '/v1/payment_intents',
      times: 2,
    } as const;
    world.stripe.faults.add(unreachable);
    const { id, latestCharge } = await pay(live);
    expect(latestCharge?.config).toMatchObject({ connectionId: own.id });
    expect(await balanceOf(live)).toMatchObject({
      available: egp(10_000 - 656),
      pending: egp(10_000 - 656),
      payable: egp(0),
    });
    const refused = await live<AnyBody>('POST', '/refunds', { chargeId: first?.id, amount: 1 });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'insufficient_balance']);
    expect((await live('POST', '/refunds', { paymentIntentId: id })).status).toBe(201);
    expect(await world.findings()).toEqual([]);
  });
});
