import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent, PublicPaymentIntent } from '@mizan/contracts';
import { newId, Problem } from '@mizan/service-kit';
import { demoProfile, eventually, type AnyBody, type ApiAnswer } from '@mizan/testing';
import { startPayments, type PaymentsWorld } from '../payments.test-support.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPayments({
    answers: {
      getAccount: (_request, { merchantId }) => ({ ...demoProfile(merchantId), presentmentCurrencies: ['GBP'] }),
      getCustomerSummary: ({ customerId }: { customerId: string }) => {
        if (customerId !== 'cus_known')
          throw new Problem('resource_missing', 'No such customer.', { param: 'customerId' });
        return {
          customer: { id: customerId, type: 'registered', name: 'Nour', email: 'nour@example.com', metadata: {} },
        };
      },
    },
  });
});
afterAll(() => world.stop());

const order = { amount: 10_000, currency: 'EGP' };
const card = (number: string) => ({ type: 'card', card: { number, expMonth: 12, expYear: 2040, cvc: '123' } });
const good = card('4242424242424242');
type Answer = ApiAnswer<PaymentIntent & AnyBody>;
const post = (path: string, body: object = {}, idempotencyKey?: string): Promise<Answer> =>
  world.merchant<PaymentIntent & AnyBody>('POST', path, body, idempotencyKey ? { idempotencyKey } : {});
const create = async (body: object = {}): Promise<PaymentIntent> => {
  const { status, body: made } = await post('/payment-intents', { ...order, ...body });
  if (status !== 201) throw new Error(JSON.stringify(made));
  return made;
};
const authorized = (amount = 10_000) =>
  create({ amount, captureMethod: 'manual', confirm: true, paymentMethod: { id: 'pm_test_card_succeed' } });
const typesOf = async (...ids: string[]) => (await world.eventsOf(...ids)).map(({ type }) => type);
const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param];

describe('POST /payment-intents', () => {
  test('begins a payment that waits for its method', async () => {
    const intent = await create({ description: 'Rent', metadata: { flat: 3 } });
    expect(intent).toMatchObject({
      ...order,
      status: 'REQUIRES_PAYMENT_METHOD',
      checkoutSessionId: null,
      customer: null,
      charges: [],
      metadata: { flat: 3 },
    });
    expect(await world.intent(intent.id)).toEqual(intent);
    expect(await world.eventsOf(intent.id)).toMatchObject([
      { type: 'payment_intent.created', version: 1, object: intent },
    ]);
  });

  test('with a method waits for its confirm, which may name none', async () => {
    const intent = await create({ paymentMethod: good });
    expect(intent).toMatchObject({ status: 'REQUIRES_CONFIRMATION', paymentMethod: { card: { last4: '4242' } } });
    const { body } = await post(`/payment-intents/${intent.id}/confirm`);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000, paymentMethod: intent.paymentMethod });
    expect(await typesOf(intent.id, body.latestCharge?.id ?? '')).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test('with confirm pays at once, and a decline is no failed request', async () => {
    const paid = await create({ confirm: true, paymentMethod: good, customerId: 'cus_known' });
    expect(paid).toMatchObject({ status: 'SUCCEEDED', customer: { id: 'cus_known', email: 'nour@example.com' } });
    const declined = await create({ confirm: true, paymentMethod: card('4000000000009995') });
    expect(declined).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { declineCode: 'insufficient_funds' },
    });
    const again = await post(`/payment-intents/${declined.id}/confirm`, { paymentMethod: good });
    expect(again.body.charges.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
  });

  test('stores no card number', async () => {
    await create({ paymentMethod: good });
    const { rows } = await world
      .db('payments')
      .query(`select 1 from payment_intents where attached_method::text like '%4242424242%'`);
    expect(rows).toEqual([]);
  });

  test.each([
    [{ amount: 0 }, 400, 'amount_invalid', 'amount'],
    [{ amount: 1.5 }, 400, 'amount_invalid', 'amount'],
    [{ amount: 99 }, 400, 'amount_invalid', 'amount'],
    [{ amount: 100_000_001 }, 400, 'amount_invalid', 'amount'],
    [{ currency: 'KWD', amount: 999 }, 400, 'amount_invalid', 'amount'],
    [{ currency: 'GBP', amount: 1 }, 400, 'amount_invalid', 'amount'], // 0.63 EGP
    [{ amount: '100' }, 400, 'parameter_invalid', 'amount'],
    [{ currency: 'EGX' }, 400, 'parameter_invalid', 'currency'],
    [{ currency: 'CAD' }, 400, 'unsupported_currency', 'currency'],
    [{ customerId: 'cus_unknown' }, 404, 'resource_missing', 'customerId'],
    [{ confirm: true }, 400, 'parameter_missing', 'paymentMethod'],
    [{ returnUrl: 'https://shop.example' }, 400, 'parameter_requires_another', 'returnUrl'],
    [{ amountDetails: { productAmount: 9_000 } }, 400, 'amount_invalid', 'amountDetails'],
    [{ paymentMethod: card('4111111111111111') }, 400, 'payment_method_mismatch', 'paymentMethod.card.number'],
    [{ paymentMethod: good, paymentMethodTypes: ['apple_pay'] }, 400, 'payment_method_mismatch', 'paymentMethod.type'],
  ])('%j is %i %s', async (body, status, code, param) => {
    expect(codeOf(await post('/payment-intents', { ...order, ...body }))).toEqual([status, code, param]);
  });

  test('a hundred identical requests with one key begin and charge one payment', async () => {
    const body = { ...order, confirm: true, paymentMethod: good, metadata: { once: 'only' } };
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('/payment-intents', body, 'once-only')));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const { rows } = await world
      .db('payments')
      .query(
        `select 1 from charges join payment_intents i on i.id = payment_intent_id where i.metadata ->> 'once' = 'only'`,
      );
    expect(rows).toHaveLength(1);
  });
});

describe('confirm', () => {
  test('needs a method', async () => {
    const { id } = await create();
    expect(codeOf(await post(`/payment-intents/${id}/confirm`))).toEqual([400, 'parameter_missing', 'paymentMethod']);
  });

  test('of a paid payment is 409 payment_already_completed, of an undecided one payment_still_confirming', async () => {
    const paid = await create({ confirm: true, paymentMethod: good });
    const undecided = await create({ confirm: true, paymentMethod: card('4000000000007023') });
    const atTheBank = await create({ confirm: true, paymentMethod: card('4000000000003220') });
    expect([undecided.status, atTheBank.status]).toEqual(['PROCESSING', 'REQUIRES_ACTION']);
    const confirm = async ({ id }: PaymentIntent) =>
      codeOf(await post(`/payment-intents/${id}/confirm`, { paymentMethod: good }));
    expect(await confirm(paid)).toEqual([409, 'payment_already_completed', undefined]);
    expect(await confirm(undecided)).toEqual([409, 'payment_still_confirming', undefined]);
    expect(await confirm(atTheBank)).toEqual([409, 'payment_still_confirming', undefined]);
  });

  test('twenty at once charge once', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(`/payment-intents/${id}/confirm`, { paymentMethod: good })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await world.intent(id)).charges).toHaveLength(1);
  });

  test('of a checkout session’s payment belongs to its checkout', async () => {
    const { id } = await world.confirm({ card: '4000000000000002' });
    expect(codeOf(await post(`/payment-intents/${id}/confirm`, { paymentMethod: good }))).toEqual([
      409,
      'resource_invalid_state',
      undefined,
    ]);
  });

  test('after ten declined attempts the payment has failed', async () => {
    const { id } = await create();
    for (let attempt = 1; attempt <= 10; attempt++)
      await post(`/payment-intents/${id}/confirm`, { paymentMethod: card('4000000000000002') });
    expect(await world.intent(id)).toMatchObject({ status: 'FAILED' });
    expect((await world.intent(id)).charges).toHaveLength(10);
    expect(codeOf(await post(`/payment-intents/${id}/confirm`, { paymentMethod: good }))[1]).toBe(
      'resource_invalid_state',
    );
  });

  test('of a payment that is over says so, with a method or without one', async () => {
    const paid = await create({ confirm: true, paymentMethod: good });
    const canceled = await create();
    await post(`/payment-intents/${canceled.id}/cancel`);
    for (const body of [{}, { paymentMethod: good }]) {
      expect((await post(`/payment-intents/${paid.id}/confirm`, body)).body.error?.code).toBe(
        'payment_already_completed',
      );
      expect((await post(`/payment-intents/${canceled.id}/confirm`, body)).body.error?.code).toBe(
        'resource_invalid_state',
      );
    }
  });

  test('of a foreign payment is 404', async () => {
    const { id } = await create();
    const other = world.merchantClient('payments', { merchantId: 'acct_other' });
    for (const verb of ['confirm', 'capture', 'cancel'])
      expect(
        (await other('POST', `/payment-intents/${id}/${verb}`, verb === 'confirm' ? { paymentMethod: good } : {}))
          .status,
      ).toBe(404);
  });
});

const pay = (id: string, secret: string, body: object = { paymentMethod: good }) =>
  world.buyerClient('payments')<PublicPaymentIntent & AnyBody>('POST', `/client/payment-intents/${id}/confirm`, body, {
    headers: { 'client-secret': secret },
  });

describe('a payment that the merchant’s server confirms itself', () => {
  const challenged = () =>
    create({ confirmationMethod: 'manual', confirm: true, paymentMethod: card('4000000000003220') });
  const act = ({ latestCharge }: PaymentIntent, outcome: string) =>
    fetch(`${world.urls.payments}/simulator/${latestCharge?.id}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome }),
    });

  test('waits for it after the buyer has authenticated, and takes the money then', async () => {
    const intent = await challenged();
    await act(intent, 'authenticate');
    expect(await world.intent(intent.id)).toMatchObject({
      status: 'REQUIRES_CONFIRMATION',
      nextAction: null,
      amountReceived: 0,
    });
    const { body } = await post(`/payment-intents/${intent.id}/confirm`);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(body.charges).toHaveLength(1);
    expect(await typesOf(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.updated',
      'payment_intent.succeeded',
    ]);
  });

  test('is taken once when it is confirmed twenty times at once', async () => {
    const intent = await challenged();
    await act(intent, 'authenticate');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(`/payment-intents/${intent.id}/confirm`)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await world.intent(intent.id)).toMatchObject({ status: 'SUCCEEDED', amountReceived: 10_000 });
    expect(await world.findings()).toEqual([]);
  });

  test('is for what the buyer agreed to: no other amount, method or way to pay, and no browser decides', async () => {
    const intent = await challenged();
    await act(intent, 'authenticate');
    const codeOf = ({ status, body }: { status: number; body: AnyBody }) => [status, body.error?.code];
    for (const change of [{ amount: 50_000 }, { amount: 100 }, { paymentMethodTypes: ['fawry'] }])
      expect(codeOf(await world.merchant('PATCH', `/payment-intents/${intent.id}`, change))).toEqual([
        409,
        'resource_invalid_state',
      ]);
    const other = await post(`/payment-intents/${intent.id}/confirm`, { paymentMethod: good });
    expect(codeOf(other)).toEqual([409, 'payment_still_confirming']);
    expect(codeOf(await pay(intent.id, intent.clientSecret, {}))).toEqual([409, 'resource_invalid_state']);
    const { body } = await post(`/payment-intents/${intent.id}/confirm`);
    expect(body).toMatchObject({ status: 'SUCCEEDED', amount: 10_000, amountReceived: 10_000 });
  });

  test('is confirmed by no browser before either', async () => {
    const { id, clientSecret } = await create({ confirmationMethod: 'manual' });
    expect((await pay(id, clientSecret)).status).toBe(409);
  });

  test('can be tried again when the buyer failed, and is given up when nobody confirms', async () => {
    const failed = await challenged();
    await act(failed, 'fail');
    expect((await world.intent(failed.id)).status).toBe('REQUIRES_PAYMENT_METHOD');
    const left = await challenged();
    await act(left, 'authenticate');
    expect((await post(`/payment-intents/${left.id}/cancel`)).body.status).toBe('CANCELED');
  });
});

describe('a buyer', () => {
  test('pays with the client secret and sees nothing of the merchant’s', async () => {
    const { id, clientSecret } = await create({ metadata: { secret: 'margin' } });
    const { status, body } = await pay(id, clientSecret);
    expect([status, body.status]).toEqual([200, 'SUCCEEDED']);
    expect(body).not.toHaveProperty('metadata');
    expect(body).not.toHaveProperty('charges');
  });

  test('with the secret of another payment is 401 invalid_client_secret', async () => {
    const [mine, other] = [await create(), await create()];
    expect(await pay(mine.id, other.clientSecret)).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_client_secret' } },
    });
  });
});

describe('PATCH', () => {
  const patch = (id: string, body: object) =>
    world.merchant<PaymentIntent & AnyBody>('PATCH', `/payment-intents/${id}`, body);

  test('changes what is said about a payment and publishes what it was', async () => {
    const { id } = await create({ metadata: { a: 1, b: 2 } });
    const { body } = await patch(id, { description: 'New', metadata: { a: null, c: 3 }, customerId: 'cus_known' });
    expect(body).toMatchObject({ description: 'New', metadata: { b: 2, c: 3 }, customer: { id: 'cus_known' } });
    expect((await world.eventsOf(id)).at(-1)).toMatchObject({
      type: 'payment_intent.updated',
      version: 2,
      object: body,
    });
  });

  test('that changes nothing publishes nothing, echoes included', async () => {
    const intent = await create({ description: 'Same' });
    expect((await patch(intent.id, { ...intent, customerId: null })).body).toEqual(intent);
    const paid = await create({ confirm: true, paymentMethod: good, customerId: 'cus_known', currency: 'GBP' });
    expect((await patch(paid.id, paid)).body).toEqual(paid);
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
  test('takes all that is authorised, and the merchant’s balance has it', async () => {
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
      codeOf((await world.merchant('POST', '/refunds', { paymentIntentId: id, amount: 6_001 })) as Answer)[1],
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

  test('that the provider refuses leaves the authorisation, and says why', async () => {
    const intent = await create({ captureMethod: 'manual', confirm: true, paymentMethod: card('4000000000007049') });
    const { status, body } = await post(`/payment-intents/${intent.id}/capture`);
    expect([status, body.status, body.amountCapturable]).toEqual([200, 'UNCAPTURED', 10_000]);
    expect(body.lastPaymentError).toMatchObject({ code: 'processing_error' });
    expect((await post(`/payment-intents/${intent.id}/cancel`)).body.status).toBe('CANCELED');
  });

  test('of what is not authorised is 409', async () => {
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

describe('an authorisation that nobody captures in seven days', () => {
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

  test('is left alone while nobody knows what became of a capture', async () => {
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
    ['with money authorised', { captureMethod: 'manual', confirm: true, paymentMethod: good }],
  ])('%s gives the payment up for the reason that was said', async (_, body) => {
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

  test('of an authorisation says that, not that the network or the buyer refused', async () => {
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

test('an idempotent retry of each verb answers the same', async () => {
  const { id } = await authorized();
  const key = newId('key');
  const [first, again] = [
    await post(`/payment-intents/${id}/capture`, {}, key),
    await post(`/payment-intents/${id}/capture`, {}, key),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});
