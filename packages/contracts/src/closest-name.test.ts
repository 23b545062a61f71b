import { expect, test } from '@jest/globals';
import { closestName } from './closest-name.ts';

const names = ['lineItems', 'currency', 'customerId', 'price', 'url'];

test.each([
  ['line_items', 'lineItems'],
  ['LineItems', 'lineItems'],
  ['lineItem', 'lineItems'],
  ['curency', 'currency'],
  ['prcie', 'price'],
  ['customer', 'customerId'],
  ['priceId', 'price'],
  ['metadata', undefined],
  ['uri', 'url'],
  ['x', undefined],
  ['', undefined],
])('%s is taken for %s', (name, expected) => {
  expect(closestName(name, names)).toBe(expected);
});

test('hundreds of unknown names of any length have no closest name', () => {
  const names = Array.from({ length: 100 }, (_, index) => `/a-resource/{id}/of-it-${index}`);
  const unknown = [20, 24, 100].flatMap((length) =>
    Array.from({ length: 200 }, (_, index) => `x${index}`.padEnd(length, 'q')),
  );
  for (const name of unknown) expect(closestName(name, names)).toBeUndefined();
});
