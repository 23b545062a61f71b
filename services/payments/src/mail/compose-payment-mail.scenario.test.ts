import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { noManualMethods, type PaymentIntent, type PaymentMailReply } from '@mizan/contracts';
import { type AnyBody, demoProfile } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const iban = 'EG380019000500000000263180002';
const manualMethods = {
  ...noManualMethods,
  cash_on_delivery: { enabled: true },
  bank_transfer: [{ currency: 'EGP' as const, iban, accountName: 'Nile Soap House', bankName: 'NBE' }],
  instapay: { handle: 'soap@instapay' },
};
const scope = { merchantId: 'acct_transfers', livemode: true };
const returnUrl = 'https://shop.example/thanks';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    answers: { getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), manualMethods }) },
  });
});
afterAll(() => world.stop());

const post = async (path: string, body: object = {}) => {
  const answer = await world.merchantClient('payments', scope)<PaymentIntent & AnyBody>('POST', path, body);
  expect([answer.status < 300, answer.body.error]).toEqual([true, undefined]);
  return answer.body;
};
const paymentMethodOf = (type: string) => ({ paymentMethod: { type }, returnUrl });
const pay = (type: string, more: object = {}) =>
  post('/payment-intents', {
    ...{ amount: 10_000, currency: 'EGP', receiptEmail: 'mona@example.com', confirm: true },
    ...paymentMethodOf(type),
    ...more,
  });
const composed = async ({ latestCharge }: PaymentIntent, template = 'transfer_instructions') => {
  const compose = world.siblingClient('payments', 'webhooks', scope);
  const body = { template, aboutId: latestCharge?.id };
  return (await compose<PaymentMailReply>('POST', '/internal/calls/composePaymentMail', body)).body;
};
const ended = { state: 'void', hasAddress: true };

describe('instructions for a transfer', () => {
  test.each([
    ['bank_transfer', { iban, accountName: 'Nile Soap House', bankName: 'NBE' }],
    ['instapay', { handle: 'soap@instapay' }],
  ])('%s: say where the money goes, with which reference and until when', async (type, account) => {
    const intent = await pay(type, { description: 'Order 7' });
    const { displayBankTransferDetails, displayInstapayDetails } = intent.nextAction ?? {};
    const { reference, expiresAt } = displayBankTransferDetails ?? displayInstapayDetails ?? {};
    const reply = await composed(intent);
    expect(reply).toMatchObject({
      state: 'ready',
      content: {
        template: 'transfer_instructions',
        to: 'mona@example.com',
        checkoutSessionId: null,
        description: 'Order 7',
        total: { amount: 10_000, currency: 'EGP' },
        url: returnUrl,
        reference,
        expiresAt,
      },
    });
    expect(reply).toHaveProperty('content.account', account);
  });

  test('are not for a buyer without an address', async () => {
    const intent = await pay('bank_transfer', { receiptEmail: undefined });
    expect(await composed(intent)).toEqual({ state: 'void', hasAddress: false });
  });

  test('are not for who pays at the door', async () => {
    expect(await composed(await pay('cash_on_delivery'))).toEqual(ended);
  });

  test('end with the payment, paid or not', async () => {
    const [paid, failed] = [await pay('bank_transfer'), await pay('bank_transfer')];
    await post(`/payment-intents/${paid.id}/mark-paid`);
    await post(`/payment-intents/${failed.id}/mark-failed`);
    for (const intent of [paid, failed]) expect(await composed(intent)).toEqual(ended);
  });

  test.each(['bank_transfer', 'instapay'])(
    '%s: ask for the rest once a part was received, and end with it',
    async (type) => {
      const intent = await pay(type);
      expect(await composed(intent)).toMatchObject({ content: { total: { amount: 10_000 }, received: null } });
      await post(`/payment-intents/${intent.id}/mark-paid`, { amountReceived: 4_000 });
      expect(await composed(intent)).toMatchObject({
        state: 'ready',
        content: { total: { amount: 6_000, currency: 'EGP' }, received: { amount: 4_000, currency: 'EGP' } },
      });
      // All was reported, and the process died before it recorded the payment.
      const charge = intent.latestCharge?.id;
      await world.db('payments').query(`update charges set amount_reported = amount where id = $1`, [charge]);
      expect(await composed(intent)).toEqual(ended);
    },
  );

  test('are those of the latest attempt', async () => {
    const first = await pay('bank_transfer');
    await post(`/payment-intents/${first.id}/mark-failed`);
    const second = await post(`/payment-intents/${first.id}/confirm`, paymentMethodOf('instapay'));
    expect(await composed(first)).toEqual(ended);
    expect(await composed(second)).toMatchObject({ state: 'ready', content: { account: { handle: 'soap@instapay' } } });
  });

  test('end when the transfer is no longer expected', async () => {
    const intent = await pay('bank_transfer');
    await world.db('payments').query(
      `update payment_intents
       set next_action = jsonb_set(next_action, '{displayBankTransferDetails,expiresAt}', '"2026-01-01T00:00:00.000Z"')
       where id = $1`,
      [intent.id],
    );
    expect(await composed(intent)).toEqual(ended);
  });
});
