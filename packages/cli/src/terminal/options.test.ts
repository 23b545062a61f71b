import { describe, expect, test } from '@jest/globals';
import {
  anyId,
  choiceOption,
  commaSeparated,
  httpUrl,
  idOf,
  toDeadline,
  toTimestamp,
  toTimezone,
  wholeIdOf,
} from './options.ts';

const status = choiceOption('--status <status>', 'status', ['SUCCEEDED', 'REQUIRES_ACTION']);

test.each(['SUCCEEDED', 'succeeded', 'Succeeded'])('a choice may be typed as %s', (text) => {
  expect(status.parseArg?.(text, undefined)).toBe('SUCCEEDED');
});

test.each([
  ['3000', 'http://localhost:3000'],
  [':3000/hooks', 'http://localhost:3000/hooks'],
  ['localhost:3000/hooks', 'http://localhost:3000/hooks'],
  ['https://shop.example', 'https://shop.example'],
])('the address of a handler may be typed as %s', (text, url) => {
  expect(httpUrl(text)).toBe(url);
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

test('blanks around an ID are left out: it was pasted with them', () => {
  expect([idOf('cus')(' cus_1 '), anyId('re_1\n')]).toEqual(['cus_1', 're_1']);
});

const whole = 'cus_00VbuD30tgP9NaWAe8s64NQi';

test('a filter takes a complete ID', () => {
  expect(wholeIdOf('cus')(`${whole} `)).toBe(whole);
});

test.each(['cus_nope', whole.slice(0, -1), `${whole}x`, whole.replace('V', '…')])(
  'a filter by %s would find nothing, and is refused',
  (text) => {
    expect(() => wholeIdOf('cus')(text)).toThrow(
      `\`${text}\` is not a complete ID: there are 24 letters and digits after cus_. Find it with mizan customers list --search.`,
    );
  },
);

test('words of a list are separated by commas, with or without blanks', () => {
  expect(commaSeparated('PRODUCT_READ, REFUND_READ,', ['CHARGE_READ'])).toEqual([
    'CHARGE_READ',
    'PRODUCT_READ',
    'REFUND_READ',
  ]);
});

test('a time zone has a name of IANA', () => {
  expect(toTimezone('Africa/Cairo')).toBe('Africa/Cairo');
  expect(() => toTimezone('Moon/Sea')).toThrow('Africa/Cairo');
});

describe('a time', () => {
  test.each([
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T18:00Z', '2026-12-31T18:00:00.000Z'],
    ['2026-12-31T18:00:30+02:00', '2026-12-31T16:00:30.000Z'],
    ['2026-12-31T18:00:30.125-05:30', '2026-12-31T23:30:30.125Z'],
  ])('is read from %s as %s', (text, time) => {
    expect(toTimestamp(text)).toBe(time);
  });

  test('as a deadline is the end of its day, also in Arabic digits', () => {
    for (const day of ['2026-12-01', '٢٠٢٦-١٢-٠١', '۲۰۲۶-۱۲-۰۱'])
      expect(toDeadline(day)).toBe('2026-12-01T23:59:59.000Z');
  });

  test('without an offset is that of this machine', () => {
    expect(toTimestamp('2026-12-31T18:00')).toBe(new Date(2026, 11, 31, 18).toISOString());
  });

  test.each([
    ['2027-02-30', '2 March'],
    ['2027-02-30T12:00Z', '2 March'],
    ['05/03/2027', '3 May'],
    ['2027-1-5', 'another day where this machine is not in UTC'],
    ['2027-01-05 12:00', 'one of this machine'],
    ['2027-01-05T24:00Z', '6 January'],
    ['5 March 2027', 'one of this machine'],
    ['2027', '1 January'],
    ['2027-01-05T12:00+25:00', 'none'],
  ])('is refused as %s, which JavaScript could read as %s', (text) => {
    for (const parse of [toTimestamp, toDeadline])
      expect(() => parse(text)).toThrow('It must be a time such as 2026-12-01T12:00:00Z, or a day such as 2026-12-01.');
  });
});
