import { expect, test } from '@jest/globals';
import { operations, type Operation } from '@mizan/contracts';
import type { Input } from '../handlers.ts';
import { Problem, resourceMissing } from '../problem.ts';
import { nameMissing } from './name-missing.ts';

const inputOf = (parts: Partial<Input>, scope?: { livemode: boolean }): Input =>
  ({ params: {}, query: {}, body: {}, identity: { scope }, ...parts }) as Input;
const messageOf = (operation: Operation, input: Input, param?: string): string =>
  (nameMissing(resourceMissing(param), operation, input) as Problem).message;

const testMode = { livemode: false };

test.each([
  ['cs_test_123', 'That is a checkout session ID. Send the ID of a payment intent (`pi_…`).'],
  ['pi_123', 'Check the ID, and use a key of the account and the mode in which it was created.'],
  ['in_123', 'Send the ID of a payment intent (`pi_…`).'],
])('%s as the ID of a payment intent', (id, advice) => {
  expect(messageOf(operations.getPaymentIntent, inputOf({ params: { id } }, testMode))).toBe(
    `No payment intent \`${id}\` in test mode. ${advice}`,
  );
});

test('an ID in the body or the query is named as well, and live mode', () => {
  const body = { lineItems: [{ priceId: 'prod_1' }] }; // as it was parsed
  expect(messageOf(operations.createCheckoutSession, inputOf({ body }, { livemode: true }), 'lineItems[0].price')).toBe(
    'No price `prod_1` in live mode. That is a product ID. Send the ID of a price (`price_…`).',
  );
  expect(messageOf(operations.createPrice, inputOf({ query: { productId: 'prod_1' } }, testMode), 'productId')).toMatch(
    /^No product `prod_1` in test mode\./,
  );
});

test.each(['mz_sk_test_abc', 'whsec_abc', 'sk_live_abc', '4242424242424242', 'pi_1_secret_abc', 'a b', '<script>'])(
  'what is no ID is never repeated: %s',
  (id) => {
    const message = messageOf(operations.getPaymentIntent, inputOf({ params: { id } }, testMode));
    expect(message).not.toContain(id);
    expect(message).toMatch(/^No payment intent has this ID in test mode\./);
  },
);

test('below an account it is what the path ends with, not the account', () => {
  const params = { id: 'acct_1', connectionId: 'pvc_1' };
  expect(messageOf(operations.checkAccountProviderConnection, inputOf({ params }))).toBe(
    'No provider connection `pvc_1`. Check the ID.',
  );
});

test('a buyer has no mode to check', () => {
  expect(messageOf(operations.getHostedCheckout, inputOf({ params: { id: 'cs_test_1' } }))).toBe(
    'No checkout session `cs_test_1`. Check the ID.',
  );
});

test('every path parameter that is an id leads to a noun', () => {
  const unnamed = (Object.entries(operations) as [string, Operation][])
    .filter(([, { path, audience }]) => path.includes('{id}') && audience === 'merchant')
    .filter(([, row]) => messageOf(row, inputOf({ params: { id: 'x' } })).startsWith('No such resource'))
    .map(([id]) => id);
  expect(unnamed).toEqual([]);
});

test('a problem with words of its own keeps them', () => {
  const problem = new Problem('resource_missing', 'No such path.', { param: 'path' });
  expect(nameMissing(problem, operations.getProduct, inputOf({}))).toBe(problem);
});
