import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type AccountProfile, noManualMethods, type PaymentIntent, type Refund } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import { type AnyBody, type Api, demoProfile, eventually, sizeOf } from '@mizan/testing';
import { type PaymentsWorld, startPayments } from '../payments.test-support.ts';

/** An account that returns what comes late. */
const returning = 'acct_returns_late_money';

const profileOf = (merchantId: string): AccountProfile => ({
  ...demoProfile(merchantId),
  lateSuccessPolicy: merchantId === returning ? 'auto_refund' : 'accept',
  manualMethods: {
    ...noManualMethods,
    cash_on_delivery: { enabled: true },
    bank_transfer: [
      {
        currency: 'EGP',
        iban: 'EG380019000500000000263180002',
        accountName: 'Nile Soap House',
        bankName: 'NBE',
      },
    ],
  },
});

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({ answers: { getAccount: (_request, { merchantId }) => profileOf(merchantId) } });
});
afterAll(() => world.stop());

const query = (sql: string, ...values: unknown[]) => world.db('payments').query<Record<string, unknown>>(sql, values);

/** A payment that waits for its money. */
interface Waiting {
  readonly id: string;
  readonly chargeId: string;
}

/** An account in one mode. */
const merchantIn = (livemode: boolean, merchantId = newId('acct')) => {
  const api: Api = world.merchantClient('payments', { merchantId, livemode });
  type Answer = PaymentIntent & AnyBody;
  const read = async (id: string) => (await api<PaymentIntent>('GET', `/payment-intents/${id}`)).body;
  const post = (id: string, what: string, body: object = {}, options: object = {}) =>
    api<Answer>('POST', `/payment-intents/${id}/${what}`, body, options);
  /** The time for a transfer is over. */
  const passTime = async ({ chargeId }: Waiting) => {
    const table = livemode ? 'manual_records' : 'simulator_operations';
    await query(
      `update ${table} set record = jsonb_set(record, '{at}', to_jsonb('2020-01-01T00:00:00.000Z'::text)) where key = $1`,
      chargeId,
    );
    await world.makeDue('charges', `id = '${chargeId}'`);
  };
  return {
    api,
    read,
    post,
    markPaid: (id: string, body: object = {}, options: object = {}) => post(id, 'mark-paid', body, options),
    /** A payment of 100.00 EGP that waits for its money. */
    waiting: async (type: 'bank_transfer' | 'cash_on_delivery' = 'bank_transfer', receiptEmail?: null) => {
      const { status, body } = await api<Answer>('POST', '/payment-intents', {
        amount: 10_000,
        currency: 'EGP',
        confirm: true,
        receiptEmail: receiptEmail === undefined ? 'mona@example.com' : receiptEmail,
        returnUrl: 'https://shop.example/thanks',
        paymentMethod: { type },
      });
      expect([status, body.error, body.status]).toEqual([201, undefined, 'PROCESSING']);
      return { id: body.id, chargeId: body.latestCharge?.id ?? '' };
    },
    /** The same of a checkout whose buyer entered no email address; its customer has one. */
    waitingOfCheckout: async () => {
      const checkout = world.siblingClient('payments', 'checkout', { merchantId, livemode });
      const { body } = await checkout<{ paymentIntent: PaymentIntent }>(
        'POST',
        '/internal/calls/confirmPayment',
        world.confirmRequest({ paymentMethod: { type: 'bank_transfer' } }),
        { idempotencyKey: newId('key') },
      );
      return { id: body.paymentIntent.id, chargeId: body.paymentIntent.latestCharge?.id ?? '' };
    },
    /** The time for a transfer is over, and the payment has expired. */
    expire: async (payment: Waiting) => {
      await passTime(payment);
      await eventually(async () => expect((await read(payment.id)).status).toBe('FAILED'));
    },
    movementsOf: async (chargeId: string) => {
      const { body } = await api<{ data: { gross: number }[] }>('GET', `/balance-transactions?sourceId=${chargeId}`);
      return body.data.map(({ gross }) => gross).toSorted((one, other) => one - other);
    },
  };
};
type Merchant = ReturnType<typeof merchantIn>;
const errorOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code];
const nextQueryOf = async (chargeId: string) =>
  (await query('select next_sync_at from charges where id = $1', chargeId)).rows[0]?.['next_sync_at'];
const capturesOf = async (chargeId: string) =>
  (await query('select from captures where charge_id = $1', chargeId)).rowCount;

/** The merchant ends the attempt, and then cancels the payment. */
const endAndCancel = async ({ post }: Merchant, id: string) => {
  expect((await post(id, 'mark-failed')).body.status).toBe('REQUIRES_PAYMENT_METHOD');
  expect((await post(id, 'cancel')).body.status).toBe('CANCELED');
};

describe.each([
  ['live', true],
  ['test', false],
] as const)('money that comes in %s mode after its payment', (_mode, livemode) => {
  test('has expired is recorded: the payment succeeds late, once, and can be refunded', async () => {
    const { api, read, waiting, expire, markPaid, movementsOf } = merchantIn(livemode);
    const payment = await waiting();
    await expire(payment);
    const { id, chargeId } = payment;
    const { status, body } = await markPaid(id, { reference: 'Transfer 4711' });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      lastPaymentError: null,
      latestCharge: {
        status: 'SUCCEEDED',
        failureCode: null,
        amountReceived: 10_000,
        outcome: { lateSuccess: true },
        paymentMethodDetails: { receipts: [{ amount: 10_000, reference: 'Transfer 4711' }] },
      },
    });
    expect((await world.eventsOf(id, chargeId)).slice(-2)).toMatchObject([
      {
        type: 'charge.updated',
        previousAttributes: {
          status: 'FAILED',
          failureCode: 'voucher_expired',
          paymentMethodDetails: expect.not.objectContaining({ receipts: expect.anything() }),
        },
      },
      { type: 'payment_intent.succeeded' },
    ]);
    expect(errorOf(await markPaid(id))).toEqual([409, 'payment_already_completed']);
    expect([await capturesOf(chargeId), await nextQueryOf(chargeId)]).toEqual([1, null]);
    expect(await movementsOf(chargeId)).toEqual([10_000]);

    const refund = await api<Refund & AnyBody>('POST', '/refunds', { paymentIntentId: id, amount: 4_000 });
    expect(refund.body).toMatchObject({ status: 'REQUIRES_ACTION', amount: 4_000 });
    const paid = await api<Refund & AnyBody>('POST', `/refunds/${refund.body.id}/mark-paid`);
    expect(paid.body).toMatchObject({ status: 'SUCCEEDED' });
    expect(await read(id)).toMatchObject({ status: 'PARTIALLY_REFUNDED', amountRefunded: 4_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('has expired with a part of it is the rest alone: the whole is captured, and the credit of the part reversed', async () => {
    const { api, waiting, expire, markPaid, movementsOf } = merchantIn(livemode);
    const payment = await waiting();
    const { id, chargeId } = payment;
    await markPaid(id, { amountReceived: 4_000, reference: 'Transfer 1' });
    await expire(payment);
    expect(await movementsOf(chargeId)).toEqual([4_000]);
    for (const named of [{ paymentIntentId: id }, { chargeId }]) {
      const { status, body } = await api<Refund & AnyBody>('POST', '/refunds', named);
      expect([status, body.error?.code, body.error?.message]).toEqual([
        ...[409, 'resource_invalid_state'],
        'Of this payment 4000 of 10000 in the smallest unit of EGP was received before it failed. It cannot be refunded here: it is in your balance as “Partial payment of a charge that failed”. Return it to the buyer from your bank.',
      ]);
    }
    for (const amountReceived of [1, 5_999, 6_001, 10_000]) {
      const { status, body } = await markPaid(id, { amountReceived });
      expect([status, body.error?.code, body.error?.param]).toEqual([400, 'amount_invalid', 'amountReceived']);
      expect(body.error?.message).toContain('6000');
    }
    expect(await world.findings()).toEqual([]);

    const { body } = await markPaid(id, { amountReceived: 6_000, reference: 'Transfer 2' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(body.latestCharge?.paymentMethodDetails?.receipts).toMatchObject([
      { amount: 4_000, reference: 'Transfer 1' },
      { amount: 6_000, reference: 'Transfer 2' },
    ]);
    expect(await movementsOf(chargeId)).toEqual([-4_000, 4_000, 10_000]);
    expect(await world.findings()).toEqual([]);
  });

  test('was marked as failed, or canceled then, is recorded all the same', async () => {
    const merchant = merchantIn(livemode);
    const failed = await merchant.waiting('cash_on_delivery');
    await merchant.post(failed.id, 'mark-failed');
    const refused = await merchant.api<AnyBody>('POST', '/refunds', { paymentIntentId: failed.id });
    expect(refused.body.error?.message).toBe('The payment intent has no succeeded charge.');
    expect((await merchant.markPaid(failed.id)).body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    const canceled = await merchant.waiting();
    await endAndCancel(merchant, canceled.id);
    expect((await merchant.markPaid(canceled.id)).body).toMatchObject({
      status: 'SUCCEEDED',
      canceledAt: null,
      cancellationReason: null,
      latestCharge: { outcome: { lateSuccess: true } },
    });
    expect(await world.findings()).toEqual([]);
  });

  test('is recorded once by twenty reports at once', async () => {
    const { waiting, post, markPaid, movementsOf, read } = merchantIn(livemode);
    const { id, chargeId } = await waiting();
    await post(id, 'mark-failed');
    const answers = await Promise.all(Array.from({ length: 20 }, () => markPaid(id, { reference: 'Transfer 1' })));
    expect(answers.filter(({ body }) => body.status === 'SUCCEEDED').length).toBeGreaterThan(0);
    for (const { status, body } of answers)
      expect([body.status, body.error?.code]).toContain(status === 200 ? 'SUCCEEDED' : 'payment_already_completed');
    expect([await capturesOf(chargeId), await movementsOf(chargeId)]).toEqual([1, [10_000]]);
    expect((await read(id)).latestCharge?.paymentMethodDetails?.receipts).toHaveLength(1);
    expect(await world.findings()).toEqual([]);
  });

  test('is not recorded for another amount than its buyer was asked for', async () => {
    const { api, waiting, post, markPaid } = merchantIn(livemode);
    const { id } = await waiting();
    await post(id, 'mark-failed');
    const change = (amount: number) => api('PATCH', `/payment-intents/${id}`, { amount });
    expect((await change(12_000)).status).toBe(200);
    const { status, body } = await markPaid(id);
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect(body.error?.message).toContain('has changed');
    await change(10_000);
    expect((await markPaid(id)).body.status).toBe('SUCCEEDED');
  });

  test('is recorded for the attempt whose amount the payment has, not for a later one with another amount', async () => {
    const { api, waiting, post, markPaid, movementsOf } = merchantIn(livemode);
    const { id, chargeId } = await waiting();
    const change = (amount: number) => api('PATCH', `/payment-intents/${id}`, { amount });
    const transfer = { paymentMethod: { type: 'bank_transfer' }, returnUrl: 'https://shop.example/thanks' };
    await post(id, 'mark-failed');
    await change(12_000);
    expect((await post(id, 'confirm', transfer)).body.status).toBe('PROCESSING');
    await post(id, 'mark-failed');
    await change(10_000);
    expect((await markPaid(id)).body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(await movementsOf(chargeId)).toEqual([10_000]);
    expect(await world.findings()).toEqual([]);
  });

  test('never reached its buyer is not recorded', async () => {
    const { waiting, post, markPaid } = merchantIn(livemode);
    const { id, chargeId } = await waiting();
    await post(id, 'mark-failed');
    await query(`update charges set failure_code = 'provider_timeout' where id = $1`, chargeId);
    const { status, body } = await markPaid(id);
    expect([status, body.error?.code]).toEqual([409, 'resource_invalid_state']);
    expect(body.error?.message).toContain('Let the buyer pay');
  });
});

test('money that came late is not answered as recorded, nor as unpaid, while its provider is away: a retry records it', async () => {
  const { waiting, expire, markPaid, movementsOf } = merchantIn(true);
  const payment = await waiting();
  await expire(payment);
  const { id, chargeId } = payment;
  const report = () => markPaid(id, {}, { idempotencyKey: `late-${id}` });
  await query('alter table manual_records rename to manual_records_away');
  try {
    expect(errorOf(await report())).toEqual([504, 'request_timeout']);
  } finally {
    await query('alter table manual_records_away rename to manual_records');
  }
  expect((await report()).body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
  expect([await capturesOf(chargeId), await movementsOf(chargeId)]).toEqual([1, [10_000]]);
  expect(await world.findings()).toEqual([]);
});

test('money of an attempt that failed is recorded also after the buyer has tried a card', async () => {
  const { waiting, post, markPaid, movementsOf } = merchantIn(false);
  for (const [number, charge] of [
    ['4000000000000002', { status: 'FAILED', paymentMethodDetails: { type: 'card' } }],
    ['4000000000003220', { status: 'PENDING', paymentMethodDetails: { type: 'card' } }],
  ] as const) {
    const { id, chargeId } = await waiting();
    await post(id, 'mark-failed');
    const card = { number, expMonth: 12, expYear: 2040, cvc: '123' };
    await post(id, 'confirm', { paymentMethod: { type: 'card', card }, returnUrl: 'https://shop.example/thanks' });
    const { body } = await markPaid(id, { reference: 'Transfer 4711' });
    expect([body.status, body.amountReceived]).toEqual(['SUCCEEDED', 10_000]);
    const late = { id: chargeId, status: 'SUCCEEDED', outcome: { lateSuccess: true } };
    expect(body.charges?.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))).toMatchObject([
      late,
      charge,
    ]);
    expect(await movementsOf(chargeId)).toEqual([10_000]);
  }
  expect(await world.findings()).toEqual([]);
});

test('money of a payment that its buyer has paid with a card since is not recorded: the refusal says where to return it from', async () => {
  const { waiting, post, markPaid, movementsOf } = merchantIn(false);
  const { id, chargeId } = await waiting();
  await post(id, 'mark-failed');
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
  expect((await post(id, 'confirm', { paymentMethod: { type: 'card', card } })).body.status).toBe('SUCCEEDED');
  expect((await markPaid(id, { reference: 'Transfer 4711' })).body.error).toMatchObject({
    code: 'payment_already_completed',
    message:
      'The payment has already succeeded. If other money has come for it, the payment does not need it: return it to the buyer from your bank. It is not in the balance.',
  });
  expect((await post(id, 'mark-failed')).body.error?.message).toBe('The payment has already succeeded.');
  expect(await movementsOf(chargeId)).toEqual([]);
  expect(await world.findings()).toEqual([]);
});

test('what comes late is returned where the account wants it so: its buyer is asked where to', async () => {
  const { api, waiting, expire, markPaid } = merchantIn(true, returning);
  const payment = await waiting();
  await expire(payment);
  await markPaid(payment.id);
  await eventually(async () => {
    const { body } = await api<{ data: object[] }>('GET', `/refunds?paymentIntentId=${payment.id}`);
    expect(body.data).toMatchObject([{ amount: 10_000, status: 'REQUIRES_ACTION' }]);
  });
  expect(await world.findings()).toEqual([]);
});

test.each([
  ['there is no address to find out where to', (merchant: Merchant) => merchant.waiting('bank_transfer', null)],
  ['only the customer of its checkout has an address', (merchant: Merchant) => merchant.waitingOfCheckout()],
])('what comes late stays with an account that wants it returned, when %s', async (_what, waiting) => {
  const merchant = merchantIn(true, returning);
  const { api, expire, markPaid } = merchant;
  const payment = await waiting(merchant);
  await expire(payment);
  expect((await markPaid(payment.id)).body.status).toBe('SUCCEEDED');
  await eventually(async () =>
    expect((await query('select from late_successes where charge_id = $1', payment.chargeId)).rowCount).toBe(0),
  );
  const refund = { paymentIntentId: payment.id, instructionsEmail: 'mona@example.com' };
  expect((await api<Refund & AnyBody>('POST', '/refunds', refund)).body.status).toBe('REQUIRES_ACTION');
  expect(await world.findings()).toEqual([]);
});

test('a part that was received of a payment that waits for its buyer stays with the merchant when it is canceled, and the rest may come late', async () => {
  const { api, post, markPaid, movementsOf } = merchantIn(false);
  const { body } = await api<PaymentIntent>('POST', '/payment-intents', {
    amount: 10_000,
    currency: 'EGP',
    confirm: true,
    returnUrl: 'https://shop.example/thanks',
    paymentMethod: { type: 'bank_transfer', testOutcome: 'require_action' },
  });
  expect(body.status).toBe('REQUIRES_ACTION');
  await markPaid(body.id, { amountReceived: 4_000 });
  expect((await post(body.id, 'cancel')).body.status).toBe('CANCELED');
  const chargeId = body.latestCharge?.id ?? '';
  expect(await movementsOf(chargeId)).toEqual([4_000]);
  expect(await world.findings()).toEqual([]);
  expect((await markPaid(body.id)).body.status).toBe('SUCCEEDED');
  expect(await movementsOf(chargeId)).toEqual([-4_000, 4_000, 10_000]);
  expect(await world.findings()).toEqual([]);
});

/** Every death costs two starts of a process: a quick run dies once before and once after the provider was notified. */
const deaths = sizeOf({
  quick: ['pay.before_provider', 'pay.before_commit'],
  full: ['pay.before_provider', 'pay.after_provider', 'pay.before_commit'],
});

describe('a process killed while money that came late is recorded', () => {
  afterEach(() => world.replica('payments').stop());

  /** Reports at a service that dies at `point`, and starts it again. */
  const crashAt = async (point: string, report: () => Promise<unknown>): Promise<void> => {
    const service = await world.replica('payments').spawn({ NODE_ENV: 'test', MIZAN_FAILPOINT: point });
    await expect(report()).rejects.toThrow();
    expect(await service.ended).toBe('killed by SIGKILL');
    await world.replica('payments').stop();
    await world.replica('payments').start();
    await query('update idempotency_keys set locked_until = now()'); // a worker that died holds its key for a minute
  };
  const partlyPaid = async ({ waiting, expire, markPaid }: Merchant) => {
    await world.replica('payments').start();
    const payment = await waiting();
    await markPaid(payment.id, { amountReceived: 4_000 });
    await expire(payment);
    return payment;
  };

  test.each(deaths)(
    'at %s neither loses nor doubles it: the janitor records it, and a new report is safe',
    async (point) => {
      const merchant = merchantIn(true);
      const { id, chargeId } = await partlyPaid(merchant);
      await crashAt(point, () => merchant.markPaid(id, { reference: 'Transfer 2' }));
      await world.makeDue('charges', `id = '${chargeId}'`);
      await eventually(async () => expect(await nextQueryOf(chargeId)).toBeNull());
      const { status, latestCharge } = await merchant.read(id);
      expect(status).toBe('SUCCEEDED');
      expect(errorOf(await merchant.markPaid(id, { reference: 'Transfer 2' }))).toEqual([
        409,
        'payment_already_completed',
      ]);
      expect(latestCharge).toMatchObject({ outcome: { lateSuccess: true }, amountCaptured: 10_000 });
      expect(latestCharge?.paymentMethodDetails?.receipts).toMatchObject([
        { amount: 4_000 },
        { amount: 6_000, reference: 'Transfer 2' },
      ]);
      expect([await capturesOf(chargeId), await merchant.movementsOf(chargeId)]).toEqual([1, [-4_000, 4_000, 10_000]]);
      expect(await world.findings()).toEqual([]);
    },
  );

  test.each(deaths)('at %s neither loses nor doubles it: a retry with the same key resumes it', async (point) => {
    const merchant = merchantIn(false);
    const { id, chargeId } = await partlyPaid(merchant);
    const report = () => merchant.markPaid(id, {}, { idempotencyKey: `late-${id}` });
    await crashAt(point, report);
    expect((await report()).body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect([await capturesOf(chargeId), await merchant.movementsOf(chargeId)]).toEqual([1, [-4_000, 4_000, 10_000]]);
    expect(await nextQueryOf(chargeId)).toBeNull();
    expect(await world.findings()).toEqual([]);
  });

  test.each([
    ['live', true],
    ['test', false],
  ])(
    'or while its payment is marked as failed: it is recorded in full in %s mode, not as a part',
    async (_, isLive) => {
      await world.replica('payments').start();
      const merchant = merchantIn(isLive);
      const { id, chargeId } = await merchant.waiting();
      await crashAt('pay.after_provider', () => merchant.post(id, 'mark-failed')); // its provider does not expect it any more
      const { status, body } = await merchant.markPaid(id);
      expect([status, body.status, body.amountReceived]).toEqual([200, 'SUCCEEDED', 10_000]);
      expect([await capturesOf(chargeId), await merchant.movementsOf(chargeId)]).toEqual([1, [10_000]]);
      expect(await world.findings()).toEqual([]);
    },
  );

  test.each([
    ['live', true],
    ['test', false],
  ])(
    'before the provider was notified: an end that the provider recorded before does not fail it in %s mode',
    async (_, isLive) => {
      await world.replica('payments').start();
      const merchant = merchantIn(isLive);
      const { id, chargeId } = await merchant.waiting();
      const markFailed = () => merchant.post(id, 'mark-failed', {}, { idempotencyKey: `failed-${id}` });
      await crashAt('pay.after_provider', markFailed);
      await crashAt('pay.before_provider', () => merchant.markPaid(id));
      expect((await markFailed()).body.status).toBe('PROCESSING');
      await eventually(async () => expect((await merchant.read(id)).status).toBe('SUCCEEDED'));
      expect([await capturesOf(chargeId), await merchant.movementsOf(chargeId)]).toEqual([1, [10_000]]);
      expect((await world.eventsOf(id, chargeId)).map(({ type }) => type)).not.toContain('charge.failed');
      expect((await merchant.read(id)).latestCharge?.outcome).not.toMatchObject({ lateSuccess: true });
      expect(await world.findings()).toEqual([]);
    },
  );

  test('before the provider expects it: no money is recorded that its buyer cannot have sent', async () => {
    await world.replica('payments').start();
    const { api, post, markPaid, movementsOf, read } = merchantIn(true);
    const { body } = await api<PaymentIntent>('POST', '/payment-intents', { amount: 10_000, currency: 'EGP' });
    const transfer = { paymentMethod: { type: 'bank_transfer' }, returnUrl: 'https://shop.example/thanks' };
    await crashAt('pay.before_provider', () => post(body.id, 'confirm', transfer));
    expect(errorOf(await markPaid(body.id))).toEqual([409, 'resource_invalid_state']);
    expect(errorOf(await post(body.id, 'mark-failed'))).toEqual([409, 'resource_invalid_state']);
    await world.makeDue('charges', `payment_intent_id = '${body.id}'`);
    await eventually(async () => expect((await read(body.id)).status).toBe('REQUIRES_PAYMENT_METHOD'));
    const { latestCharge } = await read(body.id);
    expect(latestCharge).toMatchObject({ status: 'FAILED', failureCode: 'provider_timeout' });
    expect(await movementsOf(latestCharge?.id ?? '')).toEqual([]);
    expect(await world.findings()).toEqual([]);
  });

  test('before the provider was notified, and its buyer has paid by card since: it is booked and returned', async () => {
    await world.replica('payments').start();
    const { api, waiting, post, markPaid, read } = merchantIn(false);
    const { id } = await waiting();
    await post(id, 'mark-failed');
    const report = () => markPaid(id, {}, { idempotencyKey: `late-${id}` });
    await crashAt('pay.before_provider', report);
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
    expect((await post(id, 'confirm', { paymentMethod: { type: 'card', card } })).body.status).toBe('SUCCEEDED');
    expect((await report()).body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      charges: [{ outcome: { lateSuccess: true, surplus: true } }, { status: 'SUCCEEDED' }],
    });
    await eventually(async () => {
      const { body } = await api<{ data: object[] }>('GET', `/refunds?paymentIntentId=${id}`);
      expect(body.data).toMatchObject([{ amount: 10_000, surplus: true, status: 'REQUIRES_ACTION' }]);
    });
    expect((await read(id)).amountReceived).toBe(10_000);
    expect(await world.findings()).toEqual([]);
  });
});
