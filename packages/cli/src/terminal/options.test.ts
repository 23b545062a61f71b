import { expect, test } from '@jest/globals';
import { anyId, choiceOption, idOf, toTimezone } from './options.ts';

const status = choiceOption('--status <status>', 'status', ['SUCCEEDED', 'REQUIRES_ACTION']);

test.each(['SUCCEEDED', 'succeeded', 'Succeeded'])('a choice may be typed as %s', (text) => {
  expect(status.parseArg?.(text, undefined)).toBe('SUCCEEDED');
});

test('what is no choice is refused with all of them', () => {
  expect(() => status.parseArg?.('paid', undefined)).toThrow('Allowed choices are SUCCEEDED, REQUIRES_ACTION.');
});

test.each([
  [
    'an email address instead of a customer',
    idOf('cus'),
    'mona@example.com',
    '`mona@example.com` is not a customer ID (cus_…). Find it with mizan customers list --search.',
  ],
  [
    'a charge instead of a payment',
    idOf('pi'),
    'ch_1',
    '`ch_1` is not a payment intent ID (pi_…). Find it with mizan payments list.',
  ],
  [
    'a name instead of an account',
    idOf('acct'),
    'Siwa',
    '`Siwa` is not an account ID (acct_…). Find it with mizan accounts list.',
  ],
  [
    'a refund instead of a payment or charge',
    idOf('pi', 'ch'),
    're_1',
    '`re_1` is not a payment intent ID (pi_…) or charge ID (ch_…).',
  ],
  ['no ID', anyId, 'payment', '`payment` is not the ID of an object'],
])('%s is refused with the command that finds it', (_what, parse, text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('the right ID is accepted', () => {
  expect([idOf('cus')('cus_1'), idOf('pi', 'ch')('ch_1'), anyId('re_1')]).toEqual(['cus_1', 'ch_1', 're_1']);
});

test('a time zone has a name of IANA', () => {
  expect(toTimezone('Africa/Cairo')).toBe('Africa/Cairo');
  expect(() => toTimezone('Moon/Sea')).toThrow('Africa/Cairo');
});
