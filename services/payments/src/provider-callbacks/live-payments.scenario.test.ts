import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Refund } from '@mizan/contracts';
import { stripeRefundDelayMs, stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, type ApiAnswer, eventually } from '@mizan/testing';
import { makeLiveFundsAvailable } from './live-funds.test-support.ts';
import { type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const typesOf = async (...ids: string[]) => (await world.eventsOf(...ids)).map(({ type }) => type);
const codeOf = ({ status, body }: ApiAnswer<AnyBody>) => [status, body.error?.code, body.error?.param];

describe('a live payment through Stripe', () => {
  test('is captured at once, and its charge shows the card and Stripe’s id', async () => {
    const { body: intent } = await world.pay(methods.approving);
    expect(intent).toMatchObject({ status: 'SUCCEEDED', livemode: true, amountReceived: 10_000 });
    expect(intent.latestCharge).toMatchObject({
      status: 'SUCCEEDED',
      paymentMethodDetails: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
    expect(world.intentAtStripe(intent.latestCharge?.id)).toMatchObject({
      amount: 10_000,
      status: 'succeeded',
    });
    expect(await typesOf(intent.id, intent.latestCharge?.id ?? '')).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test('that is declined says why, and another card may be tried', async () => {
    const { body: declined } = await world.pay(methods.declining);
    expect(declined).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'card_declined', declineCode: 'stolen_card', networkDeclineCode: '43' },
    });
    expect(declined.lastPaymentError?.message).not.toMatch(/stolen/i);
    const again = await world.live('POST', `/payment-intents/${declined.id}/confirm`, {
      paymentMethod: { type: 'card', token: methods.approving },
    });
    expect(again.body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('is authorized, and captured in two parts', async () => {
    const { body: held } = await world.pay(methods.approving, { captureMethod: 'manual' });
    expect(held).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
    const capture = (body: object) => world.live('POST', `/payment-intents/${held.id}/capture`, body);
    const part = await capture({ amountToCapture: 4_000, finalCapture: false });
    expect(part.body).toMatchObject({ amountReceived: 4_000, amountCapturable: 6_000 });
    expect(part.body).not.toHaveProperty('pendingCapture');
    expect((await capture({ amountToCapture: 5_000 })).body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 9_000,
    });
    expect(world.intentAtStripe(held.latestCharge?.id)).toMatchObject({ amountReceived: 9_000 });
  });

  test('that is canceled while it is only authorized is released at Stripe', async () => {
    const { body: held } = await world.pay(methods.approving, { captureMethod: 'manual' });
    const { body } = await world.live('POST', `/payment-intents/${held.id}/cancel`, {});
    expect(body).toMatchObject({ status: 'CANCELED' });
    expect(world.intentAtStripe(held.latestCharge?.id)).toMatchObject({ status: 'canceled' });
  });

  test('whose answer got lost is processing, and found paid when it is polled', async () => {
    const { body: lost } = await world.pay(methods.silent);
    expect(lost.status).toBe('PROCESSING');
    await world.makeDue('charges', `payment_intent_id = '${lost.id}'`);
    await eventually(async () => expect((await world.liveIntent(lost.id)).status).toBe('SUCCEEDED'));
  });
});

describe('3-D Secure', () => {
  const challenged = async () => {
    const { body } = await world.pay(methods.challenging);
    expect(body).toMatchObject({ status: 'REQUIRES_ACTION', nextAction: { type: 'redirect_to_url' } });
    const chargeId = body.charges[0]?.id ?? '';
    return { intent: body, chargeId, atStripe: world.intentAtStripe(chargeId) };
  };
  const eventOf = ({ id, metadata }: { readonly id: string; readonly metadata: object }) => ({
    object: 'payment_intent',
    id,
    metadata,
  });

  test('leads to the bank’s page, back here, and on to the shop', async () => {
    const { intent, chargeId, atStripe } = await challenged();
    expect(intent.nextAction?.redirectToUrl?.url).toContain(`${world.stripe.url}/3d_secure_2/hosted`);
    expect(atStripe.returnUrl).toMatch(
      new RegExp(`^http://127[.]0[.]0[.]1:\\d+/providers/stripe/return/${world.connected.id}[?]charge=${chargeId}$`),
    );
    world.stripe.authenticate(atStripe.id, true);
    const back = await world.comeBack(chargeId);
    expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    expect(await world.liveIntent(intent.id)).toMatchObject({
      status: 'SUCCEEDED',
      latestCharge: { paymentMethodDetails: { card: { threeDSecure: { result: 'authenticated' } } } },
    });
  });

  test('that fails is authentication_failed', async () => {
    const { intent, chargeId, atStripe } = await challenged();
    world.stripe.authenticate(atStripe.id, false);
    await world.comeBack(chargeId);
    expect(await world.liveIntent(intent.id)).toMatchObject({ lastPaymentError: { code: 'authentication_failed' } });
  });

  test('a browser that comes back before the buyer has acted changes nothing', async () => {
    const { intent, chargeId } = await challenged();
    expect((await world.comeBack(chargeId)).status).toBe(303);
    expect((await world.liveIntent(intent.id)).status).toBe('REQUIRES_ACTION');
  });

  test('a callback alone completes the payment, when the buyer’s browser never comes back', async () => {
    const { intent, atStripe } = await challenged();
    world.stripe.authenticate(atStripe.id, true);
    expect((await world.callBack('payment_intent.succeeded', eventOf(atStripe))).status).toBe(200);
    await eventually(async () => expect((await world.liveIntent(intent.id)).status).toBe('SUCCEEDED'));
  });

  test('callbacks and returning browsers at the same instant make one charge and one completion', async () => {
    const { intent, chargeId, atStripe } = await challenged();
    world.stripe.authenticate(atStripe.id, true);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 ? world.comeBack(chargeId) : world.callBack('payment_intent.succeeded', eventOf(atStripe)),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 303]));
    await eventually(async () => {
      const { rows } = await world.db('payments').query(`select next_sync_at from charges where id = '${chargeId}'`);
      expect(rows).toEqual([{ next_sync_at: null }]);
    });
    expect((await world.liveIntent(intent.id)).charges).toHaveLength(1);
    expect((await typesOf(intent.id, chargeId)).toSorted()).toEqual([
      'charge.pending',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.succeeded',
    ]);
  });
});

describe('a callback', () => {
  const dueAt = async (chargeId: string) => {
    const { rows } = await world
      .db('payments')
      .query<{ at: Date | null }>(`select next_sync_at as at from charges where id = '${chargeId}'`);
    return rows[0]?.at?.toISOString();
  };
  const waiting = async () => {
    const { body } = await world.pay(methods.challenging);
    const chargeId = body.charges[0]?.id ?? '';
    return { intent: body, chargeId, object: { object: 'payment_intent', metadata: { mizan_charge: chargeId } } };
  };

  test('that says more than Stripe itself decides nothing', async () => {
    const { intent, chargeId, object } = await waiting();
    const before = await dueAt(chargeId);
    expect((await world.callBack('payment_intent.succeeded', { ...object, status: 'succeeded' })).status).toBe(200);
    await eventually(async () => expect((await dueAt(chargeId)) ?? '').toBe(before)); // asked, and still waiting
    expect((await world.liveIntent(intent.id)).status).toBe('REQUIRES_ACTION');
  });

  test.each([
    ['signed with another secret', 'whsec_ofAnotherAccount', new Date()],
    ['signed an hour ago', undefined, new Date(Date.now() - 3_600_000)],
  ])('%s: 401 invalid_signature, and nothing is asked', async (_, secret, at) => {
    const { chargeId, object } = await waiting();
    const before = await dueAt(chargeId);
    const refused = await world.callBack('payment_intent.succeeded', object, secret, at);
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: 'invalid_signature' } }]);
    expect(await dueAt(chargeId)).toBe(before);
  });

  test('without a signature: 401 invalid_signature; for a connection that does not exist: 404', async () => {
    const send = (connectionId: string, headers: Record<string, string>) =>
      fetch(`${world.urls.payments}/providers/stripe/callbacks/${connectionId}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
    expect((await send(world.connected.id, {})).status).toBe(401);
    expect((await send('pvc_other', { 'stripe-signature': 't=1,v1=00' })).status).toBe(404);
  });

  test('about a payment that is only created asks nothing: its confirmation is still on its way', async () => {
    const { chargeId, object } = await waiting();
    const before = await dueAt(chargeId);
    expect((await world.callBack('payment_intent.created', object)).status).toBe(200);
    expect(await dueAt(chargeId)).toBe(before);
  });

  test('about a payment of another integration is taken and ignored', async () => {
    expect((await world.callBack('payment_intent.succeeded', { object: 'payment_intent', metadata: {} })).status).toBe(
      200,
    );
    expect((await world.callBack('customer.created', { object: 'customer' })).status).toBe(200);
  });
});

describe('what live mode refuses before anything is charged', () => {
  const confirm = (paymentMethod: object) => world.pay('unused', { paymentMethod });
  test.each([
    [
      'a card number',
      { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' } },
      [400, 'payment_method_mismatch', 'paymentMethod.card'],
    ],
    [
      'an outcome that only tests ask for',
      { type: 'card', testOutcome: 'succeed' },
      [400, 'parameter_unknown', 'paymentMethod.testOutcome'],
    ],
    ['a magic id of test mode', { id: 'pm_test_card_succeed' }, [400, 'payment_method_mismatch', 'paymentMethod.id']],
    [
      'a method that is no card',
      { type: 'fawry', phone: '+201000000000' },
      [400, 'payment_method_mismatch', 'paymentMethod.type'],
    ],
    ['no token', { type: 'card' }, [400, 'parameter_missing', 'paymentMethod.token']],
    [
      'a token that Stripe does not know',
      { type: 'card', token: 'pm_unknown' },
      [402, 'payment_method_corrupted', 'paymentMethod.token'],
    ],
    [
      'a token that would lead elsewhere',
      { type: 'card', token: 'pm_/../../v1/refunds' },
      [402, 'payment_method_corrupted', 'paymentMethod.token'],
    ],
  ])('%s', async (_, method, expected) => {
    const before = world.stripe.intents.length;
    expect(codeOf(await confirm(method))).toEqual(expected);
    expect(world.stripe.intents.length).toBe(before);
  });
});

test('a refund is sent through Stripe, and a callback reports that it failed', async () => {
  const { body: paid } = await world.pay(methods.failingToRefund);
  await makeLiveFundsAvailable(world);
  const { body: refund } = await world.live<Refund>('POST', '/refunds', { paymentIntentId: paid.id, amount: 1_000 });
  expect(refund).toMatchObject({ status: 'SUCCEEDED' });
  world.stripe.clock.advance(stripeRefundDelayMs);
  const atStripe = world.stripe.records().find(({ kind }) => kind === 'refund');
  await world.callBack('refund.failed', { object: 'refund', metadata: atStripe?.metadata });
  await eventually(async () => {
    const { body } = await world.live<Refund>('GET', `/refunds/${refund.id}`);
    expect(body).toMatchObject({ status: 'FAILED', failureReason: 'expired_or_canceled_card' });
  });
  expect(await world.findings()).toEqual([]);
});

test('a refund that its bank returns weeks later is found to have failed, although the first query has no answer', async () => {
  const { body: paid } = await world.pay(methods.failingToRefund);
  await makeLiveFundsAvailable(world);
  const { body: refund } = await world.live<Refund>('POST', '/refunds', { paymentIntentId: paid.id, amount: 1_000 });
  // Not queried any more, after many queries without an answer.
  await world
    .db('payments')
    .query(
      `update refunds set created_at = now() - interval '20 days', sync_attempts = 30, next_sync_at = null where id = $1`,
      [refund.id],
    );
  world.stripe.clock.advance(stripeRefundDelayMs);
  world.stripe.faults.add({ effect: 'status', status: 503, method: 'GET', path: '/v1/refunds', times: 2 }); // the SDK repeats once
  await world.callBack('refund.failed', { object: 'refund', metadata: { mizan_refund: refund.id } });
  await eventually(async () => {
    await world.makeDue('refunds', `id = '${refund.id}' and next_sync_at is not null`);
    expect((await world.live<Refund>('GET', `/refunds/${refund.id}`)).body).toMatchObject({ status: 'FAILED' });
  });
  expect(await world.findings()).toEqual([]);
});
