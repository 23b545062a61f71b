import { expect, test } from '@jest/globals';
import { paymentMethods, PaymentMethodType } from '@mizan/contracts';
import { en } from '../../texts/en.ts';
import type { CheckoutView } from '../../view/checkout-view.ts';
import { offeredMethodGroups, valuesSelecting } from '../methods/method-groups.ts';
import { formFieldsOf } from './form-fields.ts';
import { checkValues } from './form-values.ts';
import { fieldOf, toChange, toConfirm } from './requests.ts';

const method = (type: PaymentMethodType) => ({
  ...paymentMethods[type],
  type,
  minTransactionAmount: 100,
  maxTransactionAmount: 1_000_000,
  supportsPartialCapture: paymentMethods[type].supportsManualCapture,
});
const view = (changes: object = {}) =>
  ({
    amountTotal: 12_500,
    currency: 'EGP',
    customFields: [],
    paymentMethodTypes: PaymentMethodType.options.map(method),
    ...changes,
  }) as unknown as CheckoutView;
const known = { needsEmail: false, needsName: true, isCapturedLater: false };
const unknown = { ...known, needsEmail: true };
/** The form of a buyer who chose this method. */
const paying = (type: PaymentMethodType, typed: object = {}) => {
  const values = { ...valuesSelecting(offeredMethodGroups(view(), false), type), ...typed };
  return { values, fields: formFieldsOf(view(), known, values) };
};
const card = { 'card.number': '4242 4242 4242 4242', 'card.expiry': '12 / 34', 'card.cvc': '123' };

test.each([
  ['paymentMethod.card.number', 'card.number'],
  ['paymentMethod.card.expMonth', 'card.expiry'],
  ['paymentMethod.card.cvc', 'card.cvc'],
  ['paymentMethod.type', undefined],
  ['paymentMethod.phone', 'method.phone'],
  ['paymentMethod.handle', 'method.handle'],
  ['customerDetails.email', 'email'],
  ['customerDetails.phone', 'phone'],
  ['customerDetails.shipping.address', 'shipping.line1'],
  ['customerDetails.shipping.address.country', 'shipping.country'],
  ['customerDetails.billingDetails.address.city', 'billing.city'],
  ['customFields[size]', 'field.size'],
  ['customFields[0].key', undefined],
  ['expectedAmountTotal', undefined],
  [undefined, undefined],
])('a refusal about %s stands at the field %s', (param, field) => {
  expect(fieldOf(param)).toBe(field);
});

test('what is sent to pay is the card in digits, and the total that was shown with its currency', () => {
  const fields = formFieldsOf(view(), unknown, {});
  expect(toConfirm(view(), fields, { values: card })).toEqual({
    expectedAmountTotal: 12_500,
    expectedCurrency: 'EGP',
    paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } },
  });
  expect(
    toConfirm(view({ amountTotal: 0 }), formFieldsOf(view({ amountTotal: 0 }), unknown, {}), { values: {} }),
  ).toEqual({
    expectedAmountTotal: 0,
    expectedCurrency: 'EGP',
  });
});

test('a form asks for what the checkout collects, and for nothing else', () => {
  expect(formFieldsOf(view(), known, {}).names).toEqual(['card.number', 'card.expiry', 'card.cvc']);
  const both = view({ shippingAddressCollection: true, billingAddressCollection: true });
  expect(formFieldsOf(both, known, {}).names).not.toContain('billing.line1');
  expect(formFieldsOf(both, known, { 'billing.same': 'no' }).names).toContain('billing.line1');
  expect(toChange(view(), formFieldsOf(view(), known, {}), card)).toBeUndefined();
});

test('a billing address that is the same is sent as the shipping address', () => {
  const both = view({ shippingAddressCollection: true, billingAddressCollection: true });
  const values = { 'shipping.line1': '1 Nile St', 'billing.line1': 'elsewhere' };
  expect(toChange(both, formFieldsOf(both, known, values), values)).toMatchObject({
    customerDetails: { billingDetails: { address: { line1: '1 Nile St' } } },
  });
});

test.each([
  ['1234', undefined],
  ['١٢٣٤', undefined],
  ['12a4', en.digitsOnly],
])('a field for a number takes Latin and Arabic digits alone: %j', (value, error) => {
  const checkout = view({ customFields: [{ key: 'code', type: 'NUMERIC', isOptional: false, hasLimits: false }] });
  const values = { ...card, 'field.code': value };
  const fields = formFieldsOf(checkout, known, {});
  const errors = checkValues({ view: checkout, fields, values, texts: en, now: new Date(2030, 0, 1) });
  expect(errors['field.code']).toBe(error);
});

test('every wrong field has its own error', () => {
  const fields = formFieldsOf(view({ phoneNumberCollection: true }), unknown, {});
  const wrong = { email: 'mona@', phone: '12', 'card.number': '4242', 'card.expiry': '13 / 34', 'card.cvc': '1' };
  expect(checkValues({ view: view(), fields, values: wrong, texts: en, now: new Date(2030, 0, 1) })).toEqual({
    email: en.emailInvalid,
    phone: en.phoneInvalid,
    'card.number': en.numberIncomplete,
    'card.expiry': en.expiryInvalid,
    'card.cvc': en.cvcIncomplete,
  });
});

test.each([
  ['card', {}, {}],
  ['valu', {}, {}],
  ['instapay', {}, {}],
  ['vodafone_cash', { 'method.phone': '010 0123 4567' }, { phone: '+201001234567' }],
  ['fawry', { phone: '+201001234567' }, { phone: '+201001234567' }],
] as const)('live, %s is paid with %j as %j: the rest is entered on the provider’s page', (type, typed, sent) => {
  const live = view({ livemode: true, cardOnProviderPage: true });
  const values = { ...valuesSelecting(offeredMethodGroups(live, false), type), ...typed };
  const fields = formFieldsOf(live, known, values);
  expect(fields.names.filter((name) => name.startsWith('method.') || name.startsWith('card.'))).toEqual(
    type === 'vodafone_cash' ? ['method.phone'] : [],
  );
  expect(toConfirm(live, fields, { values }).paymentMethod).toEqual({ type, ...sent });
});

test.each([
  ['vodafone_cash', { 'method.phone': '010 0123 4567' }, { phone: '+201001234567' }],
  [
    'valu',
    { 'method.phone': '+20 111 222 3344', 'method.tenure': '24' },
    { phone: '+201112223344', valu: { tenureMonths: 24 } },
  ],
  ['valu', { 'method.phone': '01112223344' }, { phone: '+201112223344', valu: { tenureMonths: 6 } }],
  ['sympl', { 'method.phone': '01112223344' }, { phone: '+201112223344' }],
  ['instapay', { 'method.handle': 'Mona' }, { handle: 'mona@instapay' }],
  ['fawry', { phone: '+201001234567' }, { phone: '+201001234567' }],
  ['google_pay', {}, { token: 'test_token:4242424242424242' }],
  ['tabby', {}, {}],
  ['bank_transfer', {}, {}],
  ['cash_on_delivery', { phone: '+201001234567' }, {}],
] as const)('%s is paid with %j as %j', (type, typed, sent) => {
  const { fields, values } = paying(type, typed);
  expect(toConfirm(view(), fields, { values }).paymentMethod).toEqual({ type, ...sent });
});

test.each([
  ['card', ['card.number', 'card.expiry', 'card.cvc'], []],
  ['orange_cash', ['method.phone'], []],
  ['valu', ['method.phone', 'name'], ['name']],
  ['tamara', ['name', 'phone'], ['name', 'phone']],
  ['aman', ['phone'], ['phone']],
  ['bank_transfer', [], []],
] as const)('%s asks for %j', (type, names, methodDetails) => {
  expect(paying(type).fields).toMatchObject({ names, methodDetails });
});

test('what the merchant collects anyway is not asked twice, and what is known of the buyer not at all', () => {
  const collecting = view({ phoneNumberCollection: true, shippingAddressCollection: true });
  const { values } = paying('cash_on_delivery');
  expect(formFieldsOf(collecting, known, values).methodDetails).toEqual([]);
  expect(formFieldsOf(view(), { ...known, needsName: false }, paying('tabby').values).methodDetails).toEqual(['phone']);
});

test('the address of cash on delivery reaches the session although the merchant collects none', () => {
  const { fields, values } = paying('cash_on_delivery', { 'shipping.line1': '1 Nile St', phone: '0100' });
  expect(toChange(view(), fields, values)).toMatchObject({
    customerDetails: { phone: '0100', shipping: { address: { line1: '1 Nile St' } } },
  });
});

test.each([
  ['etisalat_cash', 'method.phone', '01001234567', 'Etisalat Cash numbers start with 011.'],
  ['etisalat_cash', 'method.phone', '0110012345', en.methods.phoneInvalid],
  ['sympl', 'method.phone', '01301234567', en.methods.phoneInvalid],
  ['instapay', 'method.handle', 'mona@bank.example', en.methods.handleInvalid],
  ['instapay', 'method.handle', '', en.required],
] as const)('%s: %s may not be "%s"', (type, field, value, error) => {
  const { fields, values } = paying(type, { [field]: value });
  expect(checkValues({ view: view(), fields, values, texts: en, now: new Date() })[field]).toBe(error);
});
