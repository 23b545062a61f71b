import { describe, expect, test } from '@jest/globals';
import { credentialsOf } from './credentials.test-support.ts';
import { assertReadable, consumerNameOf, readCredentials } from './credentials.ts';

const read = (subscribe: readonly string[], durables = ['main', 'raw']) =>
  readCredentials(credentialsOf(subscribe, durables), '');
const anywhere = { mode: '*', merchantId: '*' };

describe('a subscription that the credentials do not allow is refused with what they allow', () => {
  const user = read(['events.v1.*.*.payment_intent.>', 'events.v1.*.*.refund.created']);

  test('another durable', () => {
    expect(consumerNameOf(user, 'raw')).toBe(`fulfilment-raw-${'1'.repeat(24)}`);
    expect(() => consumerNameOf(user, 'dead')).toThrow(
      "`dead` is not among this user's durables (main, raw). Recreate it with --durables main,raw,dead.",
    );
  });

  test.each([
    ['refund.failed', 'payment_intent.*,refund.created,refund.failed'],
    ['refund.*', 'payment_intent.*,refund.*'],
    ['*', '*'],
  ])('the types %s', (pattern, types) => {
    expect(() => assertReadable(user, { pattern, ...anywhere })).toThrow(
      `\`${pattern}\` is not among this user's types (payment_intent.*, refund.created). Recreate it with --types '${types}'.`,
    );
  });

  test('another prefix', () => {
    expect(() => readCredentials(credentialsOf(['events.v1.>'], []), 'shared.')).toThrow(
      'The credentials do not allow shared.events.v1.… Set `prefix` to the MIZAN_BUS_PREFIX of the platform, which is empty by default.',
    );
  });

  test.each(['payment_intent.*', 'payment_intent.succeeded', 'refund.created'])('but not %s', (pattern) => {
    expect(() => assertReadable(user, { pattern, ...anywhere })).not.toThrow();
  });

  test('another mode and another merchant', () => {
    const narrow = read(['events.v1.test.acct_1.>']);
    const wanted = { pattern: 'refund.*', mode: 'test', merchantId: 'acct_1' };
    expect(() => assertReadable(narrow, wanted)).not.toThrow();
    expect(() => assertReadable(narrow, { ...wanted, mode: 'live' })).toThrow('This user reads test mode only.');
    expect(() => assertReadable(narrow, { ...wanted, merchantId: 'acct_2' })).toThrow('of acct_1 only');
  });
});

test.each(['_INBOX_UFULFILMENT', '_INBOX_fulfilment'])(
  'answers of the server come where the credentials allow, also where an earlier release created them: %s',
  (inbox) => {
    expect(readCredentials(credentialsOf(['events.v1.>'], ['main'], inbox), '').inboxPrefix).toBe(inbox);
  },
);

test('what is no file of credentials is named as such', () => {
  expect(() => readCredentials('sk_test_1', '')).toThrow('The credentials are not the text of a .creds file.');
});

const whole = credentialsOf(['events.v1.>'], []);
const otherSeed = /^SU\w+$/m.exec(credentialsOf(['events.v1.>'], []))?.[0] ?? '';
test.each([
  ['with another character in its claims', whole.replace('header.e', 'header.f')],
  ['with another character in its header', whole.replace('header', 'heade_')],
  ['that ends before its seed', whole.slice(0, whole.indexOf('-----BEGIN USER'))],
  ['with the seed of another user', whole.replace(/^SU\w+$/m, otherSeed)],
])('a file of credentials %s is damaged', (_what, text) => {
  expect(() => readCredentials(text, '')).toThrow('The credentials are damaged: copy the whole .creds file again.');
});

test('without credentials, which a development stack does not need, everything may be requested', () => {
  const none = { team: 'guide', ...anywhere, consumers: [], types: [] };
  expect(consumerNameOf(none, 'main')).toBe('guide-main');
  expect(() => assertReadable(none, { pattern: '*', ...anywhere })).not.toThrow();
});
