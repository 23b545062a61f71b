import { expect, test } from '@jest/globals';
import { carrierPrefix, checkWalletPhone, toInternational } from './egyptian-phone.ts';

test.each(['01001234567', '+20 100 123 4567', '0020 1001234567', '1001234567', '٠١٠٠١٢٣٤٥٦٧'])(
  '%s is one number, however it is written',
  (text) => {
    expect(checkWalletPhone('vodafone_cash', text)).toBeUndefined();
    expect(toInternational(text)).toBe('+201001234567');
  },
);

test.each([
  ['vodafone_cash', '01101234567', 'carrier'],
  ['etisalat_cash', '010', 'carrier'],
  ['orange_cash', '0120123456', 'invalid'],
  ['we_pay', '015012345678', 'invalid'],
  ['valu', '01301234567', 'invalid'],
  ['valu', '', 'invalid'],
  ['valu', '01501234567', undefined],
] as const)('for %s "%s" is %s', (type, text, wrong) => {
  expect(checkWalletPhone(type, text)).toBe(wrong);
});

test('only wallets of a carrier say how their numbers begin', () => {
  expect([carrierPrefix('we_pay'), carrierPrefix('valu')]).toEqual(['015', undefined]);
});
