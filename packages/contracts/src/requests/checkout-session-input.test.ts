import { expect, test } from '@jest/globals';
import { problemOf } from '../problem-of.test-support.ts';
import { CreateCheckoutSession } from './checkout-session-input.ts';

const session = { lineItems: [{ price: 'price_1' }] };

test('the least body is one line item; the rest has the documented defaults', () => {
  expect(CreateCheckoutSession.parse(session)).toEqual({
    lineItems: [{ priceId: 'price_1', quantity: 1 }],
    mode: 'payment',
    uiMode: 'hosted',
    customerCreation: 'if_required',
    discounts: [],
    afterCompletion: { type: 'hosted_confirmation' },
    expiresAfterMinutes: 1440,
    locale: 'auto',
    customFields: [],
    allowPromotionCodes: false,
    nameCollection: false,
    billingAddressCollection: false,
    shippingAddressCollection: false,
    phoneNumberCollection: false,
    captureMethod: 'automatic',
  });
});

test('price and priceId are two names of one field', () => {
  const [a, b] = [{ price: 'price_1' }, { priceId: 'price_1' }].map((item) =>
    CreateCheckoutSession.parse({ lineItems: [item] }),
  );
  expect(a).toEqual(b);
  expect(problemOf(CreateCheckoutSession, { lineItems: [{ price: 'price_1', priceId: 'price_2' }] })?.code).toBe(
    'parameter_invalid',
  );
});

test.each([
  ['no line items', {}, 'lineItems'],
  ['empty line items', { lineItems: [] }, 'lineItems'],
  ['a quantity of 0', { lineItems: [{ price: 'p', quantity: 0 }] }, 'lineItems[0].quantity'],
  ['a quantity of 1000000', { lineItems: [{ price: 'p', quantity: 1_000_000 }] }, 'lineItems[0].quantity'],
  [
    'both customer fields',
    { ...session, customerId: 'cus_1', customerDetails: { email: 'a@b.co' } },
    'customerDetails',
  ],
  ['a lifetime of 4 minutes', { ...session, expiresAfterMinutes: 4 }, 'expiresAfterMinutes'],
  ['a lifetime of 1441 minutes', { ...session, expiresAfterMinutes: 1441 }, 'expiresAfterMinutes'],
  ['plain http', { ...session, cancelUrl: 'http://shop.example' }, 'cancelUrl'],
  ['a script as URL', { ...session, cancelUrl: 'javascript:alert(1)' }, 'cancelUrl'],
  [
    'priceData without a product',
    { lineItems: [{ priceData: { currency: 'EGP', unitAmount: 1 } }] },
    'lineItems[0].priceData.productData',
  ],
  ['a redirect without its URL', { ...session, afterCompletion: { type: 'redirect' } }, 'afterCompletion.redirect'],
])('400 parameter_invalid for %s', (_what, body, param) => {
  expect(problemOf(CreateCheckoutSession, body)).toMatchObject({ code: 'parameter_invalid', param });
});

test('400 line_item_missing_price for an item without price and priceData', () => {
  expect(problemOf(CreateCheckoutSession, { lineItems: [{ quantity: 2 }] })).toMatchObject({
    code: 'line_item_missing_price',
    param: 'lineItems[0].price',
  });
});

test('400 parameter_out_of_range for 101 line items', () => {
  const lineItems = Array(101).fill({ price: 'p' });
  expect(problemOf(CreateCheckoutSession, { lineItems })?.code).toBe('parameter_out_of_range');
});

test.each([-1, 1.5])('400 amount_invalid for a custom amount of %d', (customAmount) => {
  expect(problemOf(CreateCheckoutSession, { lineItems: [{ price: 'p', customAmount }] })?.code).toBe('amount_invalid');
});

test('400 parameter_invalid for a custom amount that is text', () => {
  expect(problemOf(CreateCheckoutSession, { lineItems: [{ price: 'p', customAmount: '5' }] })?.code).toBe(
    'parameter_invalid',
  );
});

test.each([
  [{ mode: 'setup', customerId: 'cus_1', ...session }, 'parameters_exclusive', 'lineItems'],
  [{ mode: 'setup', customerId: 'cus_1', submitType: 'BOOK' }, 'parameters_exclusive', 'submitType'],
  [{ mode: 'setup', customerId: 'cus_1', lineItems: [] }, 'parameter_invalid', 'lineItems'],
  [{ mode: 'setup' }, 'parameter_missing', 'customerId'],
  [{ mode: 'save' }, 'parameter_invalid', 'mode'],
])('what has no meaning in its mode is refused, never ignored: %j', (body, code, param) => {
  expect(problemOf(CreateCheckoutSession, body)).toMatchObject({ code, param });
});

test.each([
  [{ key: 'no spaces', label: 'L', type: 'TEXT' }, 'customFields[0].key'],
  [{ key: 'k', label: 'L', type: 'DROPDOWN' }, 'customFields[0].dropdownOptions'],
  [
    { key: 'k', label: 'L', type: 'TEXT', hasLimits: true, limitType: 'BETWEEN', minCharacters: 2 },
    'customFields[0].maxCharacters',
  ],
  [{ key: 'k', label: 'L', type: 'TEXT', hasLimits: true, limitType: 'AT_LEAST' }, 'customFields[0].minCharacters'],
])('400 parameter_invalid for the custom field %j', (field, param) => {
  expect(problemOf(CreateCheckoutSession, { ...session, customFields: [field] })).toMatchObject({
    code: 'parameter_invalid',
    param,
  });
});

test('custom fields have keys of their own', () => {
  const field = { key: 'k', label: 'L', type: 'TEXT' };
  expect(problemOf(CreateCheckoutSession, { ...session, customFields: [field, field] })?.param).toBe('customFields');
});

test('a limit counts characters: an emoji is one, and so documents say', () => {
  const confirmed = (customMessage: string) => ({
    lineItems: [{ price: 'price_1' }],
    afterCompletion: { type: 'hosted_confirmation', hostedConfirmation: { customMessage } },
  });
  expect(problemOf(CreateCheckoutSession, confirmed('🎁'.repeat(500)))).toBeUndefined();
  expect(problemOf(CreateCheckoutSession, confirmed('🎁'.repeat(501)))).toMatchObject({
    code: 'parameter_invalid',
    param: 'afterCompletion.hostedConfirmation.customMessage',
  });
});
