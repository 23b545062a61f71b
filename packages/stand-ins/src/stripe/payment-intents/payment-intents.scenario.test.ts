import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stripe } from 'stripe';
import { refusalOf, startShop, type Shop } from '../shop.test-support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const terms = { amount: 10_000, currency: 'egp', allowed_payment_method_types: ['card' as const] };
const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  shop.stripe.paymentIntents.create({ ...terms, payment_method: 'pm_card_visa', ...more });
const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) => create({ confirm: true, ...more });
const hold = () =>
  pay({ capture_method: 'manual', payment_method_options: { card: { request_multicapture: 'if_available' } } });
const codeOf = async (request: Promise<unknown>) => {
  const { statusCode, code, param } = await refusalOf(request);
  return [statusCode, code, param];
};

describe('a payment intent', () => {
  test('is created, confirmed and shown with its charge, its card and what reached the balance', async () => {
    const created = await create({ metadata: { order: '17' } });
    expect(created).toMatchObject({
      status: 'requires_confirmation',
      amount: 10_000,
      currency: 'egp',
      livemode: false,
    });
    const paid = await shop.stripe.paymentIntents.confirm(created.id, {
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 10_000 });
    expect(paid.payment_method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
    expect(paid.latest_charge).toMatchObject({
      captured: true,
      metadata: { order: '17' },
      payment_method_details: { card: { last4: '4242', wallet: null } },
      balance_transaction: { amount: 10_000, fee: 320, net: 9_680, type: 'charge' },
    });
    expect(await shop.stripe.paymentIntents.retrieve(created.id)).toMatchObject({ status: 'succeeded' });
  });

  test('that is declined is an error with the network’s code, and takes another card', async () => {
    const created = await create({ payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' });
    const refusal = await refusalOf(shop.stripe.paymentIntents.confirm(created.id));
    expect(refusal).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      raw: { network_decline_code: '51', payment_intent: { status: 'requires_payment_method', payment_method: null } },
    });
    const again = await shop.stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_mastercard' });
    expect(again).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test('is captured in several parts, and the last part releases the rest', async () => {
    const { id } = await hold();
    const part = await shop.stripe.paymentIntents.capture(id, { amount_to_capture: 3_000, final_capture: false });
    expect(part).toMatchObject({ status: 'requires_capture', amount_received: 3_000, amount_capturable: 7_000 });
    expect(await codeOf(shop.stripe.paymentIntents.cancel(id))).toEqual([
      400,
      'payment_intent_unexpected_state',
      undefined,
    ]);
    const last = await shop.stripe.paymentIntents.capture(id, { amount_to_capture: 5_000 });
    expect(last).toMatchObject({ status: 'succeeded', amount_received: 8_000, amount_capturable: 0 });
  });

  test('is captured once where the account has no multicapture', async () => {
    shop.standIn.setMulticapture(false);
    const { id } = await hold();
    const part = shop.stripe.paymentIntents.capture(id, { amount_to_capture: 3_000, final_capture: false });
    expect(await codeOf(part)).toEqual([400, 'parameter_unknown', 'final_capture']);
    shop.standIn.setMulticapture(true);
  });

  test('is canceled before it is captured, and never pays after that', async () => {
    const { id } = await hold();
    const canceled = await shop.stripe.paymentIntents.cancel(id, { cancellation_reason: 'duplicate' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'duplicate', amount_capturable: 0 });
    const expected = [400, 'payment_intent_unexpected_state', undefined];
    expect(await codeOf(shop.stripe.paymentIntents.confirm(id))).toEqual(expected);
    expect(await codeOf(shop.stripe.paymentIntents.capture(id))).toEqual(expected);
  });

  test('whose hold is not captured in seven days is released by time', async () => {
    const { id } = await hold();
    shop.standIn.clock.advance(7 * 24 * 60 * 60_000);
    expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    });
  });

  test('is changed until it is paid: amount, method and metadata', async () => {
    const { id } = await shop.stripe.paymentIntents.create({ ...terms, metadata: { a: '1', b: '2' } });
    const change = { amount: 20_000, payment_method: 'pm_card_visa', metadata: { a: '', c: '3' } };
    expect(await shop.stripe.paymentIntents.update(id, change)).toMatchObject({
      amount: 20_000,
      status: 'requires_confirmation',
    });
    const paid = await shop.stripe.paymentIntents.confirm(id);
    expect(paid).toMatchObject({ amount_received: 20_000 });
    expect(paid.metadata).toEqual({ b: '2', c: '3' });
    expect(await codeOf(shop.stripe.paymentIntents.update(id, { amount: 100 }))).toEqual([
      400,
      'payment_intent_unexpected_state',
      undefined,
    ]);
    expect((await shop.stripe.paymentIntents.update(id, { description: 'Paid' })).description).toBe('Paid');
  });

  test('has a charge for each attempt, and a balance transaction for each capture', async () => {
    const { id } = await hold();
    await shop.stripe.paymentIntents.capture(id, { amount_to_capture: 3_000, final_capture: false });
    const { latest_charge: charge } = await shop.stripe.paymentIntents.capture(id, { amount_to_capture: 5_000 });
    const { data: charges } = await shop.stripe.charges.list({ payment_intent: id });
    expect(charges).toMatchObject([{ id: charge, amount: 10_000, amount_captured: 8_000 }]);
    const { data: movements } = await shop.stripe.balanceTransactions.list({ source: String(charge) });
    expect(movements.map(({ amount }) => amount)).toEqual([5_000, 3_000]);
    expect(await shop.stripe.balanceTransactions.retrieve(movements[0]?.id ?? '')).toMatchObject({ source: charge });
    expect((await shop.stripe.charges.retrieve(String(charge))).payment_intent).toBe(id);
  });

  test('with manual confirmation waits for the server after 3-D Secure', async () => {
    const waiting = await pay({
      confirmation_method: 'manual',
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: 'https://shop.example/',
    });
    shop.standIn.authenticate(waiting.id, true);
    expect(await shop.stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({ status: 'requires_confirmation' });
    expect(await shop.stripe.paymentIntents.confirm(waiting.id)).toMatchObject({ status: 'succeeded' });
  });
});

describe('what is refused', () => {
  test.each<[string, object, unknown[]]>([
    ['an amount below the smallest', { amount: 49 }, [400, 'amount_too_small', 'amount']],
    ['an amount of nine digits', { amount: 100_000_000 }, [400, 'amount_too_large', 'amount']],
    ['no amount', { amount: undefined }, [400, 'parameter_missing', 'amount']],
    ['an amount that is no integer', { amount: '10.5' }, [400, 'parameter_invalid_integer', 'amount']],
    ['a currency in upper case', { currency: 'EGP' }, [400, undefined, 'currency']],
    ['a currency that Stripe does not take', { currency: 'lyd' }, [400, undefined, 'currency']],
    ['three decimals that do not end in 0', { amount: 5_124, currency: 'kwd' }, [400, undefined, 'amount']],
    ['an unknown parameter', { colour: 'red' }, [400, 'parameter_unknown', 'colour']],
    [
      'an unknown parameter inside another',
      { payment_method_options: { card: { colour: 'red' } } },
      [400, 'parameter_unknown', 'payment_method_options[card][colour]'],
    ],
    [
      'the list of types of former versions',
      { payment_method_types: ['card'] },
      [400, 'parameter_unknown', 'payment_method_types'],
    ],
    ['an unknown method', { payment_method: 'pm_unknown' }, [404, 'resource_missing', 'payment_method']],
    [
      'a return address without a confirmation',
      { return_url: 'https://shop.example/' },
      [400, undefined, 'return_url'],
    ],
    ['a member that cannot be expanded', { expand: ['amount'] }, [400, undefined, 'expand']],
    ['an empty text', { description: '' }, [400, 'parameter_invalid_empty', 'description']],
  ])('%s', async (_, more, expected) => {
    expect(await codeOf(create(more))).toEqual(expected);
  });

  test('a confirmation without a return address where methods may redirect', async () => {
    const { id } = await shop.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'egp',
      payment_method: 'pm_card_visa',
    });
    expect(await codeOf(shop.stripe.paymentIntents.confirm(id))).toEqual([400, undefined, 'return_url']);
    const paid = await shop.stripe.paymentIntents.confirm(id, { return_url: 'https://shop.example/' });
    expect(paid.status).toBe('succeeded');
  });

  test('a method that has paid before', async () => {
    const { payment_method: used } = await pay();
    expect(await codeOf(pay({ payment_method: String(used) }))).toEqual([400, undefined, 'payment_method']);
  });

  test('more than is held', async () => {
    const { id } = await hold();
    const capture = shop.stripe.paymentIntents.capture(id, { amount_to_capture: 10_001 });
    expect(await codeOf(capture)).toEqual([400, 'amount_too_large', 'amount_to_capture']);
  });

  test('a card number from a server', async () => {
    const made = shop.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
    });
    expect((await refusalOf(made)).statusCode).toBe(402);
  });
});
