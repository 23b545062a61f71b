import { expect, test } from '@jest/globals';
import type { CheckoutView } from '../checkout-view.ts';
import { en } from '../texts/en.ts';
import { askedBy } from './asked.ts';
import { checkValues } from './form-values.ts';
import { fieldOf, toChange, toConfirm } from './requests.ts';

const view = (changes: object = {}) =>
  ({ amountTotal: 12_500, customFields: [], ...changes }) as unknown as CheckoutView;
const card = { 'card.number': '4242 4242 4242 4242', 'card.expiry': '12 / 34', 'card.cvc': '123' };

test.each([
  ['paymentMethod.card.number', 'card.number'],
  ['paymentMethod.card.expMonth', 'card.expiry'],
  ['paymentMethod.card.cvc', 'card.cvc'],
  ['paymentMethod.type', 'card.number'],
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

test('what is sent to pay is the card in digits and the total that was shown', () => {
  const asked = askedBy(view(), true, {});
  expect(toConfirm(view(), asked, card)).toEqual({
    expectedAmountTotal: 12_500,
    paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } },
  });
  expect(toConfirm(view({ amountTotal: 0 }), askedBy(view({ amountTotal: 0 }), true, {}), {})).toEqual({
    expectedAmountTotal: 0,
  });
});

test('a form asks for what the checkout collects, and for nothing else', () => {
  expect(askedBy(view(), false, {}).fields).toEqual(['card.number', 'card.expiry', 'card.cvc']);
  const both = view({ shippingAddressCollection: true, billingAddressCollection: true });
  expect(askedBy(both, false, {}).fields).not.toContain('billing.line1');
  expect(askedBy(both, false, { 'billing.same': 'no' }).fields).toContain('billing.line1');
  expect(toChange(view(), askedBy(view(), false, {}), card)).toBeUndefined();
});

test('a billing address that is the same is sent as the shipping address', () => {
  const both = view({ shippingAddressCollection: true, billingAddressCollection: true });
  const values = { 'shipping.line1': '1 Nile St', 'billing.line1': 'elsewhere' };
  expect(toChange(both, askedBy(both, false, values), values)).toMatchObject({
    customerDetails: { billingDetails: { address: { line1: '1 Nile St' } } },
  });
});

test('every wrong field has its own complaint', () => {
  const asked = askedBy(view({ phoneNumberCollection: true }), true, {});
  const wrong = { email: 'mona@', phone: '12', 'card.number': '4242', 'card.expiry': '13 / 34', 'card.cvc': '1' };
  expect(checkValues(view(), asked, wrong, en, new Date(2030, 0, 1))).toEqual({
    email: en.emailInvalid,
    phone: en.phoneInvalid,
    'card.number': en.numberIncomplete,
    'card.expiry': en.expiryInvalid,
    'card.cvc': en.cvcIncomplete,
  });
});
