import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { CreateCheckoutSession } from './requests/checkout-session-input.ts';
import { CreateBusUser } from './requests/bus-user-input.ts';
import { CreatePaymentLink } from './requests/payment-link-input.ts';
import { CreateWebhookEndpoint } from './requests/webhook-endpoint-input.ts';
import { failWith, requiredText } from './primitives.ts';
import { problemOf } from './problem-of.test-support.ts';

const body = z.strictObject({
  name: z.string().max(3),
  items: z
    .array(z.strictObject({ quantity: z.int().min(1) }))
    .min(1)
    .optional(),
  kind: z.enum(['a', 'b']).optional(),
  currency: z.enum(['EGP', 'USD']).optional(),
  stock: z
    .number()
    .refine((n) => n >= 0, failWith('price_stock_invalid', 'must not be negative'))
    .optional(),
});

test.each([
  [{}, 'name', 'name is required.'],
  [{ name: 5 }, 'name', 'name must be a string.'],
  [{ name: null }, 'name', 'name must be a string.'],
  [{ name: 'abcd' }, 'name', 'name must be at most 3 characters long.'],
  [{ name: '', items: [{ quantity: 0 }] }, 'items[0].quantity', 'items[0].quantity must be at least 1.'],
  [{ name: '', items: [{ quantity: 1.5 }] }, 'items[0].quantity', 'items[0].quantity must be a whole number.'],
  [{ name: '', items: 'x' }, 'items', 'items must be an array.'],
  [{ name: '', items: [] }, 'items', 'items must have at least 1 item.'],
  [{ name: '', kind: 'c' }, 'kind', 'kind must be one of a, b.'],
  [{ name: '', currency: 'egp' }, 'currency', 'currency must be one of EGP, USD. Did you mean EGP?'],
  [{ name: '', currency: 5 }, 'currency', 'currency must be one of EGP, USD.'],
])('%j names its parameter and says what it must be', (value, param, message) => {
  expect(problemOf(body, value)).toEqual({ code: 'parameter_invalid', param, message });
});

test('an unknown key is named with its whole path', () => {
  expect(problemOf(body, { name: '', items: [{ quantity: 1, colour: 'red' }] })).toEqual({
    code: 'parameter_unknown',
    param: 'items[0].colour',
    message: 'items[0].colour is not a parameter of this request. Allowed: quantity.',
  });
});

test.each([
  [CreateCheckoutSession, { line_items: [] }, 'line_items', 'Did you mean lineItems?'],
  [CreateCheckoutSession, { shippingOptions: [] }, 'shippingOptions', 'To charge for delivery, add a line item.'],
  [
    CreateCheckoutSession,
    { successUrl: 'https://shop.example' },
    'successUrl',
    "To send the buyer to your page after paying, use afterCompletion: { type: 'redirect', redirect: { url } }.",
  ],
  [CreateCheckoutSession, { lineItems: [{ price_data: {} }] }, 'lineItems[0].price_data', 'Did you mean priceData?'],
  [CreateCheckoutSession, { colour: 'red' }, 'colour', 'The reference at /docs lists those that are.'],
  [
    CreatePaymentLink,
    { lineItems: [{ price: 'price_1' }], customerId: 'cus_1' },
    'customerId',
    'For a customer of yours, create a checkout session.',
  ],
  [
    CreatePaymentLink,
    { lineItems: [{ price: 'price_1' }], cancelUrl: 'https://a.example' },
    'cancelUrl',
    'Only checkout sessions have a cancelUrl.',
  ],
  [
    CreatePaymentLink,
    { lineItems: [{ price: 'price_1' }], paymentMethodTypes: ['card'] },
    'paymentMethodTypes',
    'A payment link limits its methods with paymentMethodConfigurationId.',
  ],
  [
    CreatePaymentLink,
    { lineItems: [{ price: 'price_1' }], captureMethod: 'manual' },
    'captureMethod',
    'Only checkout sessions have it.',
  ],
  [z.strictObject({}), { amount: 5 }, 'amount', 'It takes none.'],
])('the name of an unknown field leads to the one that was meant', (schema, value, param, hint) => {
  const message = `${param} is not a parameter of this request. ${hint}`;
  expect(problemOf(schema, value)).toEqual({ code: 'parameter_unknown', param, message });
});

test('a missing field names the misspelled one that was sent', () => {
  expect(problemOf(body, { nmae: 'x' })?.message).toBe('name is required. You sent nmae.');
  expect(problemOf(body, { colour: 'x' })?.message).toBe('name is required.');
  expect(problemOf(CreateWebhookEndpoint, { url: 'https://a.example', events: ['*'] })?.message).toBe(
    'enabledEvents is required. You sent events.',
  );
});

test('a field that the other part of the request takes is sent there', () => {
  const query = z.strictObject({ productId: z.string() });
  expect(problemOf(query, {}, 'query', body)?.message).toBe('productId is required in the query.');
  expect(problemOf(query, { productId: 'prod_1', name: 'x' }, 'query', body)?.message).toBe(
    'name is not a parameter of this request. Send it in the body.',
  );
  expect(problemOf(body, { name: 'x', productId: 'prod_1' }, 'body', query)?.message).toBe(
    'productId is not a parameter of this request. Send it in the query.',
  );
});

test('an event type that does not exist leads to the one that was meant', () => {
  const messageOf = (type: string) =>
    problemOf(CreateWebhookEndpoint, { url: 'https://a.example', enabledEvents: [type] });
  expect(messageOf('payment.succeeded')?.message).toBe(
    'enabledEvents[0] must be an event type, family.* or *. Did you mean payment_intent.succeeded?',
  );
  expect(messageOf('payment_intnt.*')?.message).toMatch(/Did you mean payment_intent\.\*\?$/);
  expect(messageOf('refund.faild')?.message).toMatch(/Did you mean refund\.failed\?$/);
  expect(messageOf('weather.changed')?.message).toMatch(/family\.\* or \*\.$/);
  expect(problemOf(CreateBusUser, { team: 'orders', types: ['payment_intent.suceeded'] })?.message).toBe(
    'types[0] must be an event type, family.* or *. Did you mean payment_intent.succeeded?',
  );
});

test('a type that only services receive is suggested to users of the bus alone', () => {
  const message = problemOf(CreateBusUser, { team: 'orders', types: ['account.updatd'] })?.message;
  expect(message).toMatch(/Did you mean account\.updated\?$/);
  const endpoint = { url: 'https://a.example', enabledEvents: ['account.updatd'] };
  expect(problemOf(CreateWebhookEndpoint, endpoint)?.message).not.toContain('account.updated');
});

test('a missing choice is named as required, with what can be chosen', () => {
  expect(problemOf(z.strictObject({ kind: z.enum(['a', 'b']) }), {})?.message).toBe(
    'kind is required: it must be one of a, b.',
  );
});

test('a check picks its own code', () => {
  expect(problemOf(body, { name: '', stock: -1 })).toEqual({
    code: 'price_stock_invalid',
    param: 'stock',
    message: 'stock must not be negative.',
  });
});

test('something that is no object has no parameter to name', () => {
  expect(problemOf(body, [])).toEqual({
    code: 'parameter_invalid',
    param: undefined,
    message: 'The request body must be an object.',
  });
});

test('a message never repeats the value', () => {
  const secret = '4000000000000002';
  for (const schema of [z.int(), z.enum(['a']), z.string().max(2), z.literal('x'), z.email()])
    expect(problemOf(schema, secret)?.message).not.toContain(secret);
});

test.each(['', '  ', '\u200b', '\u202e\u200b ', '\u3164', '\u2800\ufe0f'])(
  'a text that must say something is refused when nothing of it can be seen: %j',
  (name) => {
    const message = 'name must not be empty.';
    expect(problemOf(z.strictObject({ name: requiredText(3) }), { name })).toEqual({
      code: 'parameter_invalid',
      param: 'name',
      message,
    });
  },
);
