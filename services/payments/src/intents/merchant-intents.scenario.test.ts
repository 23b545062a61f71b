import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { asInEvents } from '@mizan/testing';
import type { PaymentIntent, PublicPaymentIntent } from '@mizan/contracts';
import { newId } from '@mizan/service-kit';
import type { AnyBody } from '@mizan/testing';
import { card, codeOf, good, type IntentsWorld, order, startIntents } from './merchant-intents.test-support.ts';

let world: IntentsWorld;
beforeAll(async () => {
  world = await startIntents();
});
afterAll(() => world.stop());

const post: IntentsWorld['post'] = (...args) => world.post(...args);
const create: IntentsWorld['create'] = (...args) => world.create(...args);
const typesOf: IntentsWorld['typesOf'] = (...args) => world.typesOf(...args);

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
      { type: 'payment_intent.created', version: 1, object: asInEvents(intent) },
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
    expect(paid.latestCharge).toMatchObject({ merchantOrigin: null, merchantDomain: null });
    const returning = await create({
      confirm: true,
      paymentMethod: good,
      returnUrl: 'https://shop.example:8443/thanks',
    });
    expect(returning.latestCharge).toMatchObject({
      merchantOrigin: 'https://shop.example:8443',
      merchantDomain: 'shop.example',
    });
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
    [{ paymentMethodTypes: ['card', 'tabby'] }, 400, 'parameter_invalid', 'paymentMethodTypes[1]'], // not in EGP
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

  test('can be tried again when the buyer failed, and is canceled when no one confirms', async () => {
    const failed = await challenged();
    await act(failed, 'fail');
    expect((await world.intent(failed.id)).status).toBe('REQUIRES_PAYMENT_METHOD');
    const left = await challenged();
    await act(left, 'authenticate');
    expect((await post(`/payment-intents/${left.id}/cancel`)).body.status).toBe('CANCELED');
  });
});

describe('a buyer', () => {
  test('is from where the buyer is; a payment that a server confirms is from nowhere', async () => {
    const place = { country: 'EG', city: 'القاهرة' };
    const headers = { 'x-client-place': encodeURIComponent(JSON.stringify(place)) };
    const { id, clientSecret } = await create();
    await world.buyerClient('payments')(
      'POST',
      `/client/payment-intents/${id}/confirm`,
      { paymentMethod: good },
      {
        headers: { ...headers, 'client-secret': clientSecret },
      },
    );
    expect((await world.intent(id)).latestCharge).toMatchObject({ status: 'SUCCEEDED', geocoding: place });
    const other = await create();
    const { body } = await world.merchant<PaymentIntent>(
      'POST',
      `/payment-intents/${other.id}/confirm`,
      { paymentMethod: good },
      {
        headers,
      },
    );
    expect(body.latestCharge).toMatchObject({ status: 'SUCCEEDED', geocoding: null });
  });

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

test('an idempotent retry of each verb answers the same', async () => {
  const { id } = await world.authorized();
  const key = newId('key');
  const [first, again] = [
    await post(`/payment-intents/${id}/capture`, {}, key),
    await post(`/payment-intents/${id}/capture`, {}, key),
  ];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});
