import { expect, test } from '@jest/globals';
import { problemOf } from '../problem-of.test-support.ts';
import { CreateWebhookEndpoint, matchesEventPatterns } from './webhook-endpoint-input.ts';

const endpoint = (enabledEvents: unknown, url = 'https://shop.example/hook') => ({ url, enabledEvents });

test.each([[['*']], [['product.created']], [['payment_intent.*', 'checkout.session.*', 'checkout.*']]])(
  '%j is accepted',
  (patterns) => {
    expect(problemOf(CreateWebhookEndpoint, endpoint(patterns))).toBeUndefined();
  },
);

test.each([
  [[]],
  [['product.exploded']],
  [['nothing.*']],
  [['product*']],
  [['account.updated']],
  [['api_key.updated']],
  ['*'],
  [undefined],
])('400 parameter_invalid for enabledEvents %j', (patterns) => {
  expect(problemOf(CreateWebhookEndpoint, endpoint(patterns))).toMatchObject({
    code: 'parameter_invalid',
    param: expect.stringMatching(/^enabledEvents/) as unknown,
  });
});

test.each(['http://shop.example/hook', 'http://localhost/hook', 'shop.example', 'ftp://shop.example'])(
  '400 parameter_invalid for %s',
  (url) => {
    expect(problemOf(CreateWebhookEndpoint, endpoint(['*'], url))).toMatchObject({
      code: 'parameter_invalid',
      param: 'url',
    });
  },
);

test('a family matches its own types only', () => {
  expect(matchesEventPatterns('payment_intent.succeeded', ['payment_intent.*'])).toBe(true);
  expect(matchesEventPatterns('payment_intent.succeeded', ['payment.*', 'payment_intent'])).toBe(false);
  expect(matchesEventPatterns('checkout.session.completed', ['checkout.session.*'])).toBe(true);
  expect(matchesEventPatterns('price.created', ['*'])).toBe(true);
});
