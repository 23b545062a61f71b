import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { CheckoutSession } from '@mizan/contracts';
import { card, cards, startCheckout, type CheckoutWorld } from '../checkout.test-support.ts';

let world: CheckoutWorld;
beforeAll(async () => {
  world = await startCheckout();
});
afterAll(() => world.stop());
afterEach(() => {
  world.siblings.received.length = 0;
});

const code = (answer: { status: number; body: { error?: { code: string } } }) => ({
  status: answer.status,
  code: answer.body.error?.code,
});

const cases: [string, object, object, number, string, string | undefined][] = [
  ['a payment method', {}, {}, 400, 'parameter_missing', 'paymentMethod'],
  [
    'the total that the buyer saw',
    {},
    { paymentMethod: card(), expectedAmountTotal: 1 },
    409,
    'resource_invalid_state',
    'expectedAmountTotal',
  ],
  [
    'the currency that the buyer saw',
    {},
    { paymentMethod: card(), expectedAmountTotal: 12_500, expectedCurrency: 'USD' },
    409,
    'resource_invalid_state',
    'expectedCurrency',
  ],
  [
    'a method of this session',
    { paymentMethodTypes: ['card'] },
    { paymentMethod: { type: 'fawry', phone: '01000000000' } },
    400,
    'payment_method_mismatch',
    'paymentMethod.type',
  ],
  [
    'a method that can wait for the capture',
    { captureMethod: 'manual' },
    { paymentMethod: { type: 'fawry', phone: '01000000000' } },
    400,
    'payment_method_mismatch',
    'paymentMethod.type',
  ],
  ['a name', { nameCollection: true }, { paymentMethod: card() }, 400, 'parameter_missing', 'customerDetails.name'],
  [
    'a phone',
    { phoneNumberCollection: true },
    { paymentMethod: card() },
    400,
    'parameter_missing',
    'customerDetails.phone',
  ],
  [
    'a billing address',
    { billingAddressCollection: true },
    { paymentMethod: card() },
    400,
    'parameter_missing',
    'customerDetails.billingDetails.address',
  ],
  [
    'a shipping address',
    { shippingAddressCollection: true },
    { paymentMethod: card() },
    400,
    'parameter_missing',
    'customerDetails.shipping.address',
  ],
  [
    'a phone for a voucher',
    {},
    { paymentMethod: { type: 'fawry' } },
    400,
    'parameter_missing',
    'customerDetails.phone',
  ],
  [
    'a required answer',
    { customFields: [{ key: 'size', label: 'Size', type: 'TEXT' }] },
    { paymentMethod: card() },
    400,
    'validation_error',
    'customFields[size]',
  ],
];
test.each(cases)(
  'a confirm without %s is refused before anything is held',
  async (_name, session, body, status, errorCode, param) => {
    const answer = await world.confirm(await world.openSession(session), body);
    expect({ ...code(answer), param: answer.body.error?.param }).toEqual({ status, code: errorCode, param });
    expect(world.siblings.received).not.toContain('holdStock');
  },
);

test('a confirm without an amount is refused, when the merchant suggests none', async () => {
  const { price } = world.siblings.addPrice({
    unitAmount: null,
    type: 'CUSTOM',
    customUnitAmount: { minimum: null, maximum: null, preset: null },
  });
  const session = await world.openSession({ lineItems: [{ price: price.id }] });
  const answer = await world.confirm(session);
  expect(code(answer)).toEqual({ status: 400, code: 'parameter_missing' });
});

test('a default answers a question that the buyer left alone', async () => {
  const session = await world.openSession({
    customFields: [{ key: 'size', label: 'Size', type: 'TEXT', text: { defaultValue: 'M' } }],
  });
  expect((await world.confirm(session)).status).toBe(200);
  expect((await world.readSession(session.id)).customFields[0]?.text?.value).toBe('M');
});

test('a default that the buyer removed stays removed, also after a payment that failed, unless an answer is required', async () => {
  const gift = { label: 'Text of the card', type: 'TEXT', text: { defaultValue: 'Happy birthday' } };
  const limits = { hasLimits: true, limitType: 'AT_LEAST', minCharacters: 2 };
  const session = await world.openSession({
    customFields: [
      { key: 'gift', isOptional: true, ...limits, ...gift },
      { key: 'box', ...gift },
    ],
  });
  const blank = { text: { value: null } };
  const changed = await world.change(session, {
    customFields: ['gift', 'box'].map((key) => ({ key, ...blank })),
  });
  const shown = ({ customFields }: Pick<CheckoutSession, 'customFields'>) =>
    customFields.map(({ text }) => text?.value);
  expect(shown(changed.body)).toEqual(['', null]);
  await world.confirm(session, { paymentMethod: card(cards.declined) });
  expect((await world.confirm(session)).status).toBe(200);
  expect(shown(await world.readSession(session.id))).toEqual(['', 'Happy birthday']);
});
