import { expect, test } from '@jest/globals';
import { problemOf } from '../problem-of.test-support.ts';
import { CreateCustomer } from './customer-input.ts';

const customer = { email: 'buyer+approved@example.com' };
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

test('an e-mail or a phone is enough', () => {
  expect(problemOf(CreateCustomer, customer)).toBeUndefined();
  for (const phone of ['010 0000 0001', '٠١٠٠٠٠٠٠٠٠١', '۰۱۰۰۰۰۰۰۰۰۱'])
    expect(problemOf(CreateCustomer, { phone })).toBeUndefined();
});

test.each([
  ['no way to reach them', { name: 'Mona' }, 'email'],
  ['null for both', { email: null, phone: null }, 'email'],
  ['an e-mail that is none', { email: 'mona' }, 'email'],
  ['a phone without digits', { phone: 'none' }, 'phone'],
  ['a country that is no code', { ...customer, address: { country: 'Egypt' } }, 'address.country'],
  ['51 metadata keys', { ...customer, metadata: keys(51) }, 'metadata'],
  ['a metadata key of 41 characters', { ...customer, metadata: { ['k'.repeat(41)]: 1 } }, 'metadata'],
  ['a metadata value of 501 characters', { ...customer, metadata: { k: 'v'.repeat(501) } }, 'metadata'],
  ['a metadata integer that no number holds', { ...customer, metadata: { k: 2 ** 53 } }, 'metadata'],
  ['a metadata object value', { ...customer, metadata: { k: {} } }, 'metadata.k'],
  [
    'metadata over 8 KiB',
    { ...customer, metadata: Object.fromEntries(Object.keys(keys(50)).map((k) => [k, 'ب'.repeat(100)])) },
    'metadata',
  ],
])('400 parameter_invalid for a customer with %s', (_what, body, param) => {
  expect(problemOf(CreateCustomer, body)).toMatchObject({ code: 'parameter_invalid', param });
});

test.each(['ZZ', 'XX', 'EU', 'UK', 'eg1', ''])(
  '400 parameter_invalid for the country "%s", which there is not',
  (country) => {
    expect(problemOf(CreateCustomer, { ...customer, address: { country } })).toMatchObject({
      code: 'parameter_invalid',
      param: 'address.country',
    });
  },
);

test('metadata keeps the largest exact integers and any fraction', () => {
  const metadata = { most: Number.MAX_SAFE_INTEGER, least: Number.MIN_SAFE_INTEGER, part: 0.1, none: null };
  expect(CreateCustomer.parse({ ...customer, metadata }).metadata).toEqual(metadata);
});

test('50 metadata keys and 500 characters are accepted', () => {
  expect(problemOf(CreateCustomer, { ...customer, metadata: { ...keys(49), k: 'v'.repeat(500) } })).toBeUndefined();
});

test('an address keeps further keys and its country in upper case', () => {
  expect(CreateCustomer.parse({ ...customer, address: { country: 'eg', district: 'Zamalek' } }).address).toEqual({
    country: 'EG',
    district: 'Zamalek',
  });
});
