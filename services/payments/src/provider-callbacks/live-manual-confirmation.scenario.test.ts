import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PaymentIntent } from '@mizan/contracts';
import { stripeTestMethods as methods } from '@mizan/stand-ins';
import { type AnyBody, eventually } from '@mizan/testing';
import { type LiveWorld, startLivePayments } from './live.test-support.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await startLivePayments();
});
afterAll(() => world.stop());

const chargeOf = ({ charges }: PaymentIntent) => charges[0]?.id ?? '';
const confirm = (id: string, body: object = {}) =>
  world.live<PaymentIntent & AnyBody>('POST', `/payment-intents/${id}/confirm`, body);
const chargesAtStripe = () => world.stripe.records().filter(({ kind }) => kind === 'charge').length;
const typesOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type);

/** A payment that the merchant's server confirms, whose buyer has to authenticate. */
async function challenged(more: object = {}): Promise<PaymentIntent> {
  const token = world.stripe.createToken({ method: methods.challenging, wallet: 'google_pay' });
  const paymentMethod = { type: 'google_pay', token };
  const { body } = await world.pay(token, { confirmationMethod: 'manual', paymentMethod, ...more });
  expect(body.status).toBe('REQUIRES_ACTION');
  return body;
}

/** The buyer has authenticated and come back. */
async function authenticated(more: object = {}): Promise<PaymentIntent> {
  const intent = await challenged(more);
  world.stripe.authenticate(world.intentAtStripe(chargeOf(intent)).id, true);
  const back = await world.comeBack(chargeOf(intent));
  expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
  const found = await world.liveIntent(intent.id);
  expect(found).toMatchObject({ status: 'REQUIRES_CONFIRMATION', amountReceived: 0, nextAction: null });
  return found;
}

describe('a payment that the merchant’s server confirms', () => {
  test('by a token that needs no action is paid at once, and no browser can confirm it', async () => {
    const { body: created } = await world.live<PaymentIntent>('POST', '/payment-intents', {
      amount: 10_000,
      currency: 'EGP',
      confirmationMethod: 'manual',
    });
    const token = world.stripe.createToken({ method: methods.approving });
    const paid = await confirm(created.id, { paymentMethod: { type: 'card', token } });
    expect(paid.body).toMatchObject({ status: 'SUCCEEDED', confirmationMethod: 'manual' });
    expect(world.intentAtStripe(chargeOf(paid.body))).toMatchObject({ confirmationMethod: 'manual' });
  });

  test('takes no money when its buyer has authenticated, but when the server confirms again', async () => {
    const intent = await authenticated();
    const atStripe = world.intentAtStripe(chargeOf(intent));
    expect(atStripe).toMatchObject({ status: 'requires_confirmation', amountReceived: 0 });
    const paid = await confirm(intent.id);
    expect(paid.body).toMatchObject({
      status: 'SUCCEEDED',
      amountReceived: 10_000,
      latestCharge: { paymentMethodDetails: { card: { wallet: { type: 'google_pay' } } } },
    });
    expect(paid.body.charges).toHaveLength(1);
    expect(await typesOf(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.updated',
      'payment_intent.succeeded',
    ]);
  });

  test('and captures later is authorized by the second confirm', async () => {
    const { id } = await authenticated({ captureMethod: 'manual' });
    expect((await confirm(id)).body).toMatchObject({ status: 'UNCAPTURED', amountCapturable: 10_000 });
  });

  test('is charged once when two confirms arrive together', async () => {
    const { id } = await authenticated();
    const before = chargesAtStripe();
    const answers = await Promise.all([confirm(id), confirm(id)]);
    const [charged, other] = answers.map(({ status }) => status).toSorted();
    expect(charged).toBe(200);
    expect([400, 409]).toContain(other); // the payment has succeeded, or is being confirmed
    await eventually(async () => expect((await world.liveIntent(id)).amountReceived).toBe(10_000));
    expect(chargesAtStripe()).toBe(before + 1);
  });

  test('whose second confirm has no answer is processing, and what happened is found', async () => {
    const intent = await authenticated();
    const path = '/v1/payment_intents/*/confirm';
    world.stripe.faults.add({ effect: 'lost', done: true, times: 2, path });
    const lost = await confirm(intent.id).finally(() => world.stripe.faults.clear());
    expect(lost.body.status).toBe('PROCESSING');
    await world.makeDue('charges', `payment_intent_id = '${intent.id}'`);
    await eventually(async () => expect((await world.liveIntent(intent.id)).status).toBe('SUCCEEDED'));
  });

  test('whose second confirm never arrived waits for the server again', async () => {
    const intent = await authenticated();
    world.stripe.faults.add({ effect: 'lost', times: 2, path: '/v1/payment_intents/*/confirm' });
    const lost = await confirm(intent.id).finally(() => world.stripe.faults.clear());
    expect(lost.body.status).toBe('PROCESSING');
    await world.makeDue('charges', `payment_intent_id = '${intent.id}'`);
    await eventually(async () => expect((await world.liveIntent(intent.id)).status).toBe('REQUIRES_CONFIRMATION'));
    expect((await confirm(intent.id)).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('whose buyer fails at the bank is not, and another token may be tried', async () => {
    const intent = await challenged();
    world.stripe.authenticate(world.intentAtStripe(chargeOf(intent)).id, false);
    await world.comeBack(chargeOf(intent));
    expect(await world.liveIntent(intent.id)).toMatchObject({
      status: 'REQUIRES_PAYMENT_METHOD',
      lastPaymentError: { code: 'authentication_failed' },
    });
    const token = world.stripe.createToken({ method: methods.approving });
    expect((await confirm(intent.id, { paymentMethod: { type: 'card', token } })).body.status).toBe('SUCCEEDED');
  });

  test('is canceled at Stripe while it waits for the server', async () => {
    const intent = await authenticated();
    const { body } = await world.live('POST', `/payment-intents/${intent.id}/cancel`, {});
    expect(body).toMatchObject({ status: 'CANCELED' });
    expect(world.intentAtStripe(chargeOf(intent))).toMatchObject({ status: 'canceled', amountReceived: 0 });
  });

  test('is confirmed by nothing that a browser sends: the buyer may return as often as it likes', async () => {
    const intent = await authenticated();
    await world.comeBack(chargeOf(intent));
    await world.makeDue('charges', `payment_intent_id = '${intent.id}'`);
    await world.callBack('payment_intent.succeeded', { metadata: { mizan_charge: chargeOf(intent) } });
    expect((await world.liveIntent(intent.id)).status).toBe('REQUIRES_CONFIRMATION');
    expect(world.intentAtStripe(chargeOf(intent))).toMatchObject({ status: 'requires_confirmation' });
  });
});
