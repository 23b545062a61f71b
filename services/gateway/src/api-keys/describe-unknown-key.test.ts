import { expect, test } from '@jest/globals';
import { newKey } from './api-key-format.ts';
import { describeUnknownKey } from './describe-unknown-key.ts';

const random = 'x'.repeat(8) + 'K4tuVQ9bT2mZr7Lw';

test.each([
  ['', 'basic', 'with curl, use -H instead of -u'],
  ['', 'bearer', 'has no key after Bearer'],
  ['undefined', 'bearer', 'The API key is the text undefined: the variable that holds it is not set.'],
  ['null', 'bearer', 'the variable that holds it is not set'],
  [`sk_test_${random}`, 'bearer', 'sk_test_…r7Lw is a key of another platform. Keys of this one begin with mz_sk_'],
  [`whsec_${random}`, 'bearer', 'signing secret of a webhook endpoint'],
  [`cs_test_1_secret_${random}`, 'bearer', 'Send it in the Client-Secret header'],
  [`mz_sk_test_${random}`, 'bearer', 'mz_sk_test_…r7Lw is mistyped or incomplete'],
  [random, 'bearer', 'That is not an API key.'],
])('%s after %s: %s', (presented, scheme, expected) => {
  expect(describeUnknownKey(presented, scheme)).toContain(expected);
});

test('of what is no API key, on a path of the operator: the token is not valid', () => {
  expect(describeUnknownKey(random, 'bearer', true)).toBe(
    'The operator’s token is not valid here. On the server, `mizan operator-token` prints the one that is.',
  );
  expect(describeUnknownKey(newKey('SECRET', false), 'bearer', true)).toContain('does not exist on this platform.');
});

test('of a key that this platform could have made: it does not exist here', () => {
  const key = newKey('SECRET', false);
  expect(describeUnknownKey(key, 'bearer')).toContain(`mz_sk_test_…${key.slice(-4)} does not exist on this platform.`);
});

test.each([
  `mz_sk_live_${random}`,
  `sk_live_${random}`,
  `whsec_${random}`,
  random,
  'mz_sk_test_short',
  'mz_sk_test_abcd',
])('of %s no more than the beginning and the last four characters is shown', (key) => {
  const message = describeUnknownKey(key, 'bearer');
  const body = key.replace(/^(mz_)?[a-z]+_(test_|live_)?/, '');
  for (let at = 0; at + 5 <= body.length; at++) expect(message).not.toContain(body.slice(at, at + 5));
});
