import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type AccountProfile,
  type Charge,
  type LiveMethods,
  type ManualMethods,
  noManualMethods,
  type PaymentIntent,
  type Refund,
} from '@mizan/contracts';
import { type AnyBody, type Api, demoProfile, eventually } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

const iban = 'EG380019000500000000263180002';
const everything: ManualMethods = {
  cash_on_delivery: { enabled: true },
  bank_transfer: [{ currency: 'EGP', iban, accountName: 'Nile Soap House', bankName: 'NBE' }],
  instapay: { handle: 'soap@instapay' },
};

/** An account that lists dinars and has no fee agreed in them, as a new account in Libya. */
const withoutFeesInDinars = 'acct_without_fees_in_dinars';
/** An account that accepts riyals by card only. */
const cardsInRiyals = 'acct_cards_in_riyals';

let manualMethods = everything;
let world: PaymentsWorld;
let live: Api;
const profileOf = (merchantId: string): AccountProfile => {
  const profile = demoProfile(merchantId);
  const any = { brand: null, isOnUs: null, isInternational: null, provider: null } as const;
  const terms = { ...any, ratePpm: 10_000, fixed: 0, refundFixed: 0 };
  return {
    ...profile,
    manualMethods,
    supportedCurrencies: [
      ...profile.supportedCurrencies.map((currency) =>
        merchantId === cardsInRiyals && currency.code === 'SAR'
          ? { ...currency, paymentMethodTypes: ['card' as const] }
          : currency,
      ),
      { code: 'LYD', decimals: 3, paymentMethodTypes: ['cash_on_delivery', 'bank_transfer'] },
    ],
    feeSchedule:
      merchantId === withoutFeesInDinars
        ? profile.feeSchedule
        : [...profile.feeSchedule, { ...terms, paymentMethodType: 'cash_on_delivery', currency: 'LYD' }],
  };
};

beforeAll(async () => {
  world = await startPayments({ answers: { getAccount: (_request, { merchantId }) => profileOf(merchantId) } });
});
afterAll(() => world.stop());
let account = 0;
/** Each test has an account of its own, so that no profile of another is in a cache. */
beforeEach(() => {
  manualMethods = everything;
  account += 1;
  live = world.merchantClient('payments', { merchantId: `acct_manual${account}`, livemode: true });
});

const tryPay = (type: string, more: object = {}) =>
  live<PaymentIntent & AnyBody>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type },
    ...more,
  });
const pay = async (type: string, more: object = {}) => {
  const { status, body } = await tryPay(type, more);
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const markPaid = (id: string, body: object = {}) =>
  live<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/mark-paid`, body);
const chargeOf = async (id: string) =>
  (await live<PaymentIntent>('GET', `/payment-intents/${id}`)).body.charges[0] as Charge;
const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code];

describe('live mode without any provider', () => {
  test('expects a bank transfer to the merchant’s own account and is paid when the merchant says so', async () => {
    const intent = await pay('bank_transfer');
    expect(intent).toMatchObject({
      status: 'PROCESSING',
      nextAction: {
        redirectToUrl: { url: 'https://shop.example/thanks' },
        displayBankTransferDetails: { iban, accountName: 'Nile Soap House', bankName: 'NBE', amount: 10_000 },
      },
    });
    expect(codeOf(await markPaid(intent.id, { amountReceived: 4_000 }))).toEqual([200, undefined]);
    const { body } = await markPaid(intent.id);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(await chargeOf(intent.id)).toMatchObject({
      config: { provider: 'manual', connectionId: null },
      processorCapabilities: { supportsRefund: false },
      receiptUrl: expect.stringContaining('/receipts/'),
    });
    expect(await world.findings()).toEqual([]);
  });

  test('expects InstaPay at the merchant’s address, which the merchant marks as paid as well', async () => {
    const intent = await pay('instapay');
    expect(intent.nextAction).toMatchObject({ displayInstapayDetails: { handle: 'soap@instapay', amount: 10_000 } });
    const { body } = await markPaid(intent.id, { reference: 'IPN-1' });
    expect(body.status).toBe('SUCCEEDED');
    expect(body.latestCharge?.balanceTransaction).toMatchObject({ gross: 10_000, settlesTo: 'merchant' });
  });

  test.each(['paid', 'failed'])(
    'keeps what a transfer is found by on the statement, once it is marked as %s',
    async (end) => {
      const intent = await pay('instapay');
      const { reference } = intent.nextAction?.displayInstapayDetails ?? {};
      expect(reference).toMatch(/^[2-9B-Z]{4}-[2-9B-Z]{4}-[2-9B-Z]{4}$/);
      const { body } = await live<PaymentIntent>('POST', `/payment-intents/${intent.id}/mark-${end}`, {});
      expect(body).toMatchObject({
        nextAction: null,
        latestCharge: { paymentMethodDetails: { type: 'instapay', instapay: { reference }, bankTransfer: null } },
      });
    },
  );

  test.each(['bank_transfer', 'instapay'])(
    '400 parameter_missing for %s without a page that shows the buyer where to send the money',
    async (type) => {
      const { status, body } = await tryPay(type, { returnUrl: undefined });
      expect([status, body.error]).toEqual([
        400,
        expect.objectContaining({ code: 'parameter_missing', param: 'returnUrl' }),
      ]);
      expect((await pay('cash_on_delivery', { returnUrl: undefined })).status).toBe('PROCESSING');
    },
  );

  test('takes Libyan dinars at the door, to the last of three decimals', async () => {
    const intent = await pay('cash_on_delivery', { amount: 12_345, currency: 'LYD' });
    expect(intent.status).toBe('PROCESSING');
    const { body } = await markPaid(intent.id);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 12_345, currency: 'LYD' });
    expect((await chargeOf(intent.id)).balanceTransaction).toMatchObject({ gross: 12_345, currency: 'LYD' });
    expect(await world.findings()).toEqual([]);
  });

  test('ends a payment that will not come, once', async () => {
    const { id } = await pay('cash_on_delivery');
    const markFailed = () => live<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/mark-failed`);
    const failed = await markFailed();
    expect([failed.body.error, failed.body.status]).toEqual([undefined, 'REQUIRES_PAYMENT_METHOD']);
    const again = await markFailed();
    expect(codeOf(again)).toEqual([409, 'resource_invalid_state']);
    expect(again.body.error?.message).toContain('No money is expected for this payment any more');
    const paid = await pay('cash_on_delivery');
    await markPaid(paid.id);
    const late = await live<PaymentIntent & AnyBody>('POST', `/payment-intents/${paid.id}/mark-failed`);
    expect(codeOf(late)).toEqual([409, 'payment_already_completed']);
  });

  test('two reports at once take the money once', async () => {
    const { id } = await pay('bank_transfer');
    const answers = await Promise.all([markPaid(id), markPaid(id), markPaid(id)]);
    expect(answers.some(({ body }) => body.status === 'SUCCEEDED')).toBe(true);
    expect(await chargeOf(id)).toMatchObject({ amountCaptured: 10_000, status: 'SUCCEEDED' });
    expect(await world.findings()).toEqual([]);
  });
});

describe('what the settings do not enable', () => {
  test('is not offered and refused: 403 without any method for the currency, else 400', async () => {
    manualMethods = noManualMethods;
    expect(codeOf(await tryPay('cash_on_delivery'))).toEqual([403, 'merchant_not_activated']);
    manualMethods = { ...noManualMethods, cash_on_delivery: { enabled: true } };
    live = world.merchantClient('payments', { merchantId: 'acct_cash_alone', livemode: true });
    expect(codeOf(await tryPay('bank_transfer'))).toEqual([400, 'payment_method_mismatch']);
    expect(codeOf(await tryPay('instapay'))).toEqual([400, 'payment_method_mismatch']);
    expect((await pay('cash_on_delivery')).status).toBe('PROCESSING');
  });

  test.each([
    ['in a currency without an agreed fee', withoutFeesInDinars, 'LYD'],
    ['in a currency that the account accepts by card only', cardsInRiyals, 'SAR'],
  ])('403 merchant_not_activated, and not listed, %s', async (_name, merchantId, currency) => {
    const payment = { currency, amount: 12_345 };
    expect(codeOf(await tryPay('cash_on_delivery', payment))).toEqual([201, undefined]); // as other accounts do
    const scope = { merchantId, livemode: true };
    live = world.merchantClient('payments', scope);
    expect(codeOf(await tryPay('cash_on_delivery', payment))).toEqual([403, 'merchant_not_activated']);
    const checkout = world.siblingClient('payments', 'checkout', scope);
    const { methods } = (await checkout<LiveMethods>('POST', '/internal/calls/getLiveMethods', {})).body;
    const cashIn = methods.filter(({ type }) => type === 'cash_on_delivery').map((method) => method.currency);
    expect(cashIn).toContain('EGP');
    expect(cashIn).not.toContain(currency);
  });

  test('takes no transfer in a currency without a bank account', async () => {
    expect(codeOf(await tryPay('bank_transfer', { currency: 'SAR' }))).toEqual([400, 'payment_method_mismatch']);
  });

  test('is refused with a token or with delayed capture', async () => {
    const token = { paymentMethod: { type: 'cash_on_delivery', token: 'tok_1' } };
    expect(codeOf(await tryPay('', token))).toEqual([400, 'payment_method_mismatch']);
    expect(codeOf(await tryPay('cash_on_delivery', { captureMethod: 'manual' }))).toEqual([
      400,
      'payment_method_mismatch',
    ]);
  });
});

describe('a refund of what the merchant received itself', () => {
  const refunded = async (type = 'instapay') => {
    const { id } = await pay(type);
    await markPaid(id);
    const { status, body } = await live<Refund & AnyBody>('POST', '/refunds', {
      paymentIntentId: id,
      instructionsEmail: 'mona@example.com',
    });
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.status).toBe('REQUIRES_ACTION');
    return { intentId: id, id: body.id };
  };
  const mark = (id: string, how: 'paid' | 'failed', body: object = {}) =>
    live<Refund & AnyBody>('POST', `/refunds/${id}/mark-${how}`, body);

  test('is marked as paid with the reference of the transfer, once', async () => {
    const { id, intentId } = await refunded();
    const { body } = await mark(id, 'paid', { reference: 'TRX-9' });
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      destinationDetails: { type: 'bank_transfer', bankTransfer: { reference: 'TRX-9' } },
    });
    expect(codeOf(await mark(id, 'paid'))).toEqual([409, 'resource_invalid_state']);
    expect(codeOf(await mark(id, 'failed', { failureReason: 'declined' }))).toEqual([409, 'resource_invalid_state']);
    expect((await live<PaymentIntent>('GET', `/payment-intents/${intentId}`)).body.status).toBe('REFUNDED');
    expect(await world.findings()).toEqual([]);
  });

  test('may be a part, whatever a provider of the method could return', async () => {
    const { id: paymentIntentId } = await pay('instapay');
    await markPaid(paymentIntentId);
    expect((await chargeOf(paymentIntentId)).processorCapabilities).toMatchObject({ supportsPartialRefund: true });
    const body = { paymentIntentId, amount: 4_000, instructionsEmail: 'mona@example.com' };
    expect(await live('POST', '/refunds', body)).toMatchObject({ status: 201, body: { amount: 4_000 } });
    expect(await world.findings()).toEqual([]);
  });

  test('that fails returns to the balance, and may be tried again', async () => {
    const { id, intentId } = await refunded('bank_transfer');
    expect((await mark(id, 'failed', { failureReason: 'declined' })).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'declined',
    });
    await eventually(async () => {
      const { body } = await live<PaymentIntent>('GET', `/payment-intents/${intentId}`);
      expect(body).toMatchObject({ status: 'SUCCEEDED', amountRefunded: 0 });
    });
    expect(await world.findings()).toEqual([]);
  });

  test('by a card is its provider’s: 409', async () => {
    await world.confirm(); // covers the fee of the other
    const intent = await world.confirm();
    const { id } = await world.refund({ paymentIntentId: intent.id });
    const { status, body } = await world.merchant<AnyBody>('POST', `/refunds/${id}/mark-paid`);
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
  });
});
