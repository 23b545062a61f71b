import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { asInEvents, type AnyBody, eventually } from '@mizan/testing';
import {
  card,
  codeOf,
  good,
  type IntentAnswer,
  type IntentsWorld,
  startIntents,
} from './merchant-intents.test-support.ts';

let world: IntentsWorld;
beforeAll(async () => {
  world = await startIntents();
});
afterAll(() => world.stop());

const post: IntentsWorld['post'] = (...args) => world.post(...args);
const create: IntentsWorld['create'] = (...args) => world.create(...args);
const typesOf: IntentsWorld['typesOf'] = (...args) => world.typesOf(...args);
const authorized: IntentsWorld['authorized'] = (...args) => world.authorized(...args);

describe('PATCH', () => {
  const patch = (id: string, body: object) =>
    world.merchant<PaymentIntent & AnyBody>('PATCH', `/payment-intents/${id}`, body);

  test('changes the details of a payment and publishes what they were', async () => {
    const { id } = await create({ metadata: { a: 1, b: 2 } });
    const { body } = await patch(id, { description: 'New', metadata: { a: null, c: 3 }, customerId: 'cus_known' });
    expect(body).toMatchObject({ description: 'New', metadata: { b: 2, c: 3 }, customer: { id: 'cus_known' } });
    expect((await world.eventsOf(id)).at(-1)).toMatchObject({
      type: 'payment_intent.updated',
      version: 2,
      object: asInEvents(body),
    });
  });

  test('400 payment_intent_customer_mismatch: the payment of a checkout stays with its customer', async () => {
    const { id } = await world.confirm({ customer: { id: 'cus_buyer', name: null, email: null, phone: null } });
    const refused = [400, 'payment_intent_customer_mismatch', 'customerId'];
    expect(codeOf(await patch(id, { customerId: 'cus_known' }))).toEqual(refused);
    expect(codeOf(await patch(id, { customerId: null }))).toEqual(refused);
    expect((await world.intent(id)).customer).toMatchObject({ id: 'cus_buyer' });
  });

  test('of the address for receipts is also one of its charges', async () => {
    const receiptEmail = 'mona@example.com';
    const paid = await create({ confirm: true, paymentMethod: good, receiptEmail });
    const charge = paid.latestCharge?.id ?? '';
    expect(paid.latestCharge).toMatchObject({ receiptEmail });
    const { body } = await patch(paid.id, { receiptEmail: null });
    expect(body).toMatchObject({ receiptEmail: null, latestCharge: { receiptEmail: null } });
    expect(body.charges).toMatchObject([{ id: charge, receiptEmail: null }]);
    expect(await world.intent(paid.id)).toEqual(body);
    expect((await world.eventsOf(charge)).at(-1)).toMatchObject({
      type: 'charge.updated',
      version: 2,
      object: { receiptEmail: null },
      previousAttributes: { receiptEmail },
    });
  });

  test('of the address for receipts publishes nothing of a charge that no provider has answered yet', async () => {
    const paid = await create({ confirm: true, paymentMethod: good, receiptEmail: 'mona@example.com' });
    const charge = paid.latestCharge?.id ?? '';
    const before = await world.eventsOf(charge);
    await world.db('payments').query('update charges set version = 0 where id = $1', [charge]);
    expect((await patch(paid.id, { receiptEmail: null })).body.latestCharge).toMatchObject({ receiptEmail: null });
    const { rows } = await world.db('payments').query('select version from charges where id = $1', [charge]);
    expect([rows, await world.eventsOf(charge)]).toEqual([[{ version: 0 }], before]);
  });

  test('that changes nothing publishes nothing, echoes included', async () => {
    const intent = await create({ description: 'Same' });
    expect((await patch(intent.id, { ...intent, customerId: null })).body).toEqual(intent);
    const paid = await create({ confirm: true, paymentMethod: good, customerId: 'cus_known', currency: 'GBP' });
    expect((await patch(paid.id, paid)).body).toEqual(paid);
    await world
      .db('payments')
      .query(`update charges set receipt_email = 'former@example.com' where id = $1`, [paid.latestCharge?.id]);
    const mailed = (await patch(paid.id, { receiptEmail: 'mona@example.com' })).body;
    await world
      .db('payments')
      .query(`update charges set receipt_email = 'former@example.com' where id = $1`, [paid.latestCharge?.id]);
    const echoed = (await patch(paid.id, { receiptEmail: 'mona@example.com' })).body;
    expect(echoed).toMatchObject({ updatedAt: mailed.updatedAt, latestCharge: { receiptEmail: 'former@example.com' } });
    expect(await typesOf(intent.id)).toEqual(['payment_intent.created']);
  });

  test.each([
    { currency: 'USD' },
    { captureMethod: 'manual' },
    { confirmationMethod: 'manual' },
    { status: 'CANCELED' },
    { checkoutSessionId: 'cs_test_other' },
    { paymentMethod: good },
    { customer: { id: 'cus_known' } },
    { cancellationReason: 'DUPLICATE' },
  ])('400 parameter_invalid: %j is nothing that a change sets', async (fixed) => {
    const { id } = await create();
    const [param] = Object.keys(fixed);
    expect(codeOf(await patch(id, { ...fixed, description: 'New' }))).toEqual([400, 'parameter_invalid', param]);
    expect(await typesOf(id)).toEqual(['payment_intent.created']);
  });

  test('changes the amount before a confirm only', async () => {
    const { id } = await create({ amountDetails: { productAmount: 10_000 } });
    for (const amount of [99, 100_000_001])
      expect(codeOf(await patch(id, { amount }))).toEqual([400, 'amount_invalid', 'amount']);
    expect((await patch(id, { amount: 500 })).body).toMatchObject({ amount: 500, amountDetails: null });
    await post(`/payment-intents/${id}/confirm`, { paymentMethod: card('4000000000003220') });
    expect(codeOf(await patch(id, { amount: 600 }))).toEqual([409, 'resource_invalid_state', undefined]);
    expect((await patch(id, { description: 'still' })).status).toBe(200);
  });

  test('takes only types that the account takes in the currency', async () => {
    const { id } = await create();
    const patched = await patch(id, { paymentMethodTypes: ['card', 'tabby'] }); // not in EGP
    expect(codeOf(patched)).toEqual([400, 'parameter_invalid', 'paymentMethodTypes[1]']);
    expect((await patch(id, { paymentMethodTypes: ['card', 'fawry'] })).status).toBe(200);
  });

  test('keeps the details of the amount true: its parts, and what a month costs', async () => {
    const paymentMethod = { type: 'valu', phone: '+201112223301', valu: { tenureMonths: 12 } };
    const { id } = await create({ paymentMethod });
    expect(codeOf(await patch(id, { amountDetails: { productAmount: 9_000 } }))).toEqual([
      400,
      'amount_invalid',
      'amountDetails',
    ]);
    const changed = await patch(id, { amount: 12_000, amountDetails: { productAmount: 12_000 } });
    expect(changed.body).toMatchObject({ paymentMethod: { valu: { tenureMonths: 12, monthlyInstallment: 1_000 } } });
  });

  test('leaves the amount of a checkout session’s payment to its checkout', async () => {
    const { id } = await world.confirm({ card: '4000000000000002' });
    expect(codeOf(await patch(id, { amount: 600 }))).toEqual([409, 'resource_invalid_state', undefined]);
  });

  test('of a canceled payment is refused', async () => {
    const { id } = await create();
    await post(`/payment-intents/${id}/cancel`);
    expect(codeOf(await patch(id, { description: 'late' }))).toEqual([409, 'resource_invalid_state', undefined]);
  });
});

describe('capture', () => {
  test('takes all that is authorized, and the merchant’s balance has it', async () => {
    const intent = await authorized();
    expect(intent).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000, amountReceived: 0 });
    expect(Date.parse(intent.captureBefore ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const { body } = await post(`/payment-intents/${intent.id}/capture`);
    expect(body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      amountCapturable: 0,
      captureBefore: null,
      latestCharge: { captured: true, amountCaptured: 10_000, balanceTransaction: { gross: 10_000 } },
    });
    expect(await typesOf(intent.id, intent.latestCharge?.id ?? '')).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
    ]);
    expect(await world.findings()).toEqual([]);
  });

  test('takes a part and releases the rest', async () => {
    const { id } = await authorized();
    const { body } = await post(`/payment-intents/${id}/capture`, { amountToCapture: 4_000 });
    expect(body).toMatchObject({ status: 'SUCCEEDED', amount: 10_000, amountReceived: 4_000, amountCapturable: 0 });
    expect(codeOf(await post(`/payment-intents/${id}/capture`, { amountToCapture: 1 }))[1]).toBe(
      'payment_already_completed',
    );
  });

  test('takes several parts, each with its own fee, and refunds never exceed their sum', async () => {
    const { id } = await authorized();
    const capture = async (amountToCapture: number, finalCapture: boolean) =>
      (await post(`/payment-intents/${id}/capture`, { amountToCapture, finalCapture })).body;
    expect(await capture(3_000, false)).toMatchObject({
      status: 'AMOUNT_CAPTURABLE_UPDATED',
      amountReceived: 3_000,
      amountCapturable: 7_000,
    });
    expect(await capture(2_000, false)).toMatchObject({ amountReceived: 5_000, amountCapturable: 5_000 });
    expect(codeOf(await post(`/payment-intents/${id}/capture`, { amountToCapture: 5_001 }))).toEqual([
      400,
      'amount_invalid',
      'amountToCapture',
    ]);
    expect(await capture(1_000, true)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 6_000 });
    expect(
      codeOf((await world.merchant('POST', '/refunds', { paymentIntentId: id, amount: 6_001 })) as IntentAnswer)[1],
    ).toBe('amount_invalid');
    expect(await world.refund({ paymentIntentId: id })).toMatchObject({ amount: 6_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('twenty at once of 60 % capture once', async () => {
    const { id } = await authorized();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(`/payment-intents/${id}/capture`, { amountToCapture: 6_000, finalCapture: false }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await world.intent(id)).toMatchObject({ amountReceived: 6_000, amountCapturable: 4_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('that the provider refuses leaves the authorization, and says why', async () => {
    const intent = await create({ captureMethod: 'manual', confirm: true, paymentMethod: card('4000000000007049') });
    const { status, body } = await post(`/payment-intents/${intent.id}/capture`);
    expect([status, body.status, body.amountCapturable]).toEqual([200, 'UNCAPTURED', 10_000]);
    expect(body.lastPaymentError).toMatchObject({ code: 'processing_error' });
    expect((await post(`/payment-intents/${intent.id}/cancel`)).body.status).toBe('CANCELED');
  });

  test('of what is not authorized is 409', async () => {
    const { id } = await create();
    expect(codeOf(await post(`/payment-intents/${id}/capture`))).toEqual([409, 'resource_invalid_state', undefined]);
    const { id: paid } = await create({ confirm: true, paymentMethod: good });
    expect(codeOf(await post(`/payment-intents/${paid}/capture`))).toEqual([
      409,
      'payment_already_completed',
      undefined,
    ]);
  });
});

describe('an authorization that is not captured in seven days', () => {
  const pass = (id: string) =>
    world.db('payments').query(`update payment_intents set capture_before = now() where id = $1`, [id]);

  test('is released, and the payment canceled as expired', async () => {
    const { id, latestCharge } = await authorized();
    await pass(id);
    await eventually(async () =>
      expect(await world.intent(id)).toMatchObject({
        status: 'CANCELED',
        cancellationReason: 'EXPIRED',
        amountCapturable: 0,
      }),
    );
    expect(await typesOf(latestCharge?.id ?? '')).toEqual(['charge.succeeded', 'charge.expired']);
    expect(await world.intent(id)).toMatchObject({
      lastPaymentError: null,
      latestCharge: { status: 'FAILED', failureCode: 'authorization_expired', outcome: latestCharge?.outcome },
    });
    expect(codeOf(await post(`/payment-intents/${id}/capture`))[1]).toBe('resource_invalid_state');
  });

  test('is left alone while the outcome of a capture is unknown', async () => {
    const [{ id, latestCharge }, other] = [await authorized(), await authorized()];
    await world.db('payments').query(
      `insert into captures
        (charge_id, n, merchant_id, livemode, amount, is_final, status, next_sync_at, sync_attempts, created_at)
      select id, 1, merchant_id, livemode, 2500, false, 'PENDING', now() + interval '1 hour', 0, now()
      from charges where id = $1`,
      [latestCharge?.id],
    );
    await pass(id);
    await pass(other.id); // due after it
    await eventually(async () => expect((await world.intent(other.id)).status).toBe('CANCELED'));
    expect((await world.intent(id)).status).toBe('UNCAPTURED');
    await world.makeDue('captures');
    await eventually(async () =>
      expect(await world.intent(id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 2_500 }),
    );
    expect(await world.findings()).toEqual([]);
  });

  test('keeps what was captured of it', async () => {
    const { id, latestCharge } = await authorized();
    await post(`/payment-intents/${id}/capture`, { amountToCapture: 2_500, finalCapture: false });
    await pass(id);
    await eventually(async () =>
      expect(await world.intent(id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 2_500, amountCapturable: 0 }),
    );
    expect((await typesOf(id, latestCharge?.id ?? '')).slice(-2)).toEqual([
      'charge.expired',
      'payment_intent.succeeded',
    ]);
    expect(await world.findings()).toEqual([]);
  });
});

describe('cancel', () => {
  test.each([
    ['without a method', {}],
    ['with a method', { paymentMethod: good }],
    ['while the buyer is at the bank', { confirm: true, paymentMethod: card('4000000000003220') }],
    ['with money authorized', { captureMethod: 'manual', confirm: true, paymentMethod: good }],
  ])('%s cancels the payment for the given reason', async (_, body) => {
    const { id } = await create(body);
    const canceled = await post(`/payment-intents/${id}/cancel`, { cancellationReason: 'FRAUDULENT' });
    expect(canceled.body).toMatchObject({
      status: 'CANCELED',
      cancellationReason: 'FRAUDULENT',
      amountCapturable: 0,
      nextAction: null,
    });
    expect(canceled.body.canceledAt).not.toBeNull();
    expect((await typesOf(id)).at(-1)).toBe('payment_intent.canceled');
    expect(codeOf(await post(`/payment-intents/${id}/cancel`))).toEqual([409, 'resource_invalid_state', undefined]);
    expect(await world.findings()).toEqual([]);
  });

  test('of an authorization leaves no time at which it would expire', async () => {
    const { id, captureBefore } = await authorized();
    expect(captureBefore).not.toBeNull();
    expect((await post(`/payment-intents/${id}/cancel`)).body).toMatchObject({ captureBefore: null });
    expect(await world.intent(id)).toMatchObject({ status: 'CANCELED', captureBefore: null });
    expect((await world.eventsOf(id)).at(-1)).toMatchObject({
      type: 'payment_intent.canceled',
      object: { captureBefore: null },
    });
  });

  test('of an authorization says that, not that the network or the buyer refused', async () => {
    const { id, latestCharge } = await authorized();
    const { body } = await post(`/payment-intents/${id}/cancel`);
    expect(body).toMatchObject({
      lastPaymentError: null,
      latestCharge: {
        status: 'FAILED',
        paid: false,
        failureCode: 'authorization_canceled',
        outcome: { ...latestCharge?.outcome, networkStatus: 'approved_by_network', type: 'authorized' },
      },
    });
    expect((await world.eventsOf(latestCharge?.id ?? '')).at(-1)).toMatchObject({
      type: 'charge.updated',
      object: body.latestCharge,
    });
  });

  test('of an undecided payment is 409 payment_still_confirming, of a paid one payment_already_completed', async () => {
    const undecided = await create({ confirm: true, paymentMethod: card('4000000000007023') });
    const paid = await create({ confirm: true, paymentMethod: good });
    expect(codeOf(await post(`/payment-intents/${undecided.id}/cancel`))[1]).toBe('payment_still_confirming');
    expect(codeOf(await post(`/payment-intents/${paid.id}/cancel`))[1]).toBe('payment_already_completed');
  });

  test('and a capture at once: the money is taken or released, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await authorized();
      await Promise.all([post(`/payment-intents/${id}/capture`), post(`/payment-intents/${id}/cancel`)]);
      const { status, amountReceived } = await world.intent(id);
      expect([
        ['SUCCEEDED', 10_000],
        ['CANCELED', 0],
      ]).toContainEqual([status, amountReceived]);
    }
    expect(await world.findings()).toEqual([]);
  });
});
