import { expect, test } from '@jest/globals';
import { scrub } from './scrub.ts';

const redacted = '[redacted]';

test.each([
  ['an API key', 'key mz_sk_live_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX refused', `key ${redacted} refused`],
  ['a restricted key in JSON', '{"message":"mz_rk_test_abc123"}', `{"message":"${redacted}"}`],
  ['a key of a provider', 'sk_live_51HxYz and rk_test_9aB refused', `${redacted} and ${redacted} refused`],
  ['a key of a provider for a country', 'egy_sk_live_51HxYz refused', `egy_${redacted} refused`],
  ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+/= used', `${redacted} used`],
  [
    'a client secret, of which the id stays',
    'cs_test_01AbC_secret_1xYz09 given',
    `cs_test_01AbC_secret_${redacted} given`,
  ],
  ['the seed of a NATS key', `{"seed":"SU${'A2Z7'.repeat(14)}"}`, `{"seed":"${redacted}"}`],
  ['a bearer token in JSON', '{"authorization":"Bearer abc.def-ghi.0123"}', `{"authorization":"Bearer ${redacted}"}`],
  ['a card number', 'card 4242424242424242 declined', `card ${redacted} declined`],
  ['a card number in groups', 'card 4242 4242 4242 4242.', `card ${redacted}.`],
  ['a card number with dashes', '5555-5555-5555-4444', redacted],
  ['a card number of 15 digits', 'amex 378282246310005', `amex ${redacted}`],
  ['a card number of 19 digits', '6304000000000000000', redacted],
  ['a card number as a key', '{"param":"4242424242424242"}', `{"param":"${redacted}"}`],
  ['a card number as a key of a key', '{"param":"card.4242424242424242"}', `{"param":"card.${redacted}"}`],
  [
    'a card number after an escaped line end',
    '{"message":"number:\\n4242424242424242"}',
    `{"message":"number:\\n${redacted}"}`,
  ],
])('%s disappears', (_what, line, expected) => {
  expect(scrub(line)).toBe(expected);
});

test.each([
  ['a trace id', '"traceId":"4bf9235577b34da6a3ce929d0e0e4736"'],
  ['a trace id with many digits', '"traceId":"a4242424242424242b3da6a3ce929d0e0"'],
  ['a moment', '"time":"2026-11-21T01:13:12.123Z"'],
  ['a JSON number, so that the line stays JSON', '{"seq":4242424242424242,"n":1}'],
  ['a duration', '"durationMs":0.4242424242424242'],
  ['an id', '"prod_4242424242424242"'],
  ['a long number that is no card', 'order 4242424242424241'],
  ['twenty digits', '42424242424242424242'],
  ['an address', '192.168.100.200:54321'],
  ['a sentence about secrets', 'the client_secret is missing; Bearer expected'],
])('%s stays', (_what, line) => {
  expect(scrub(line)).toBe(line);
});
