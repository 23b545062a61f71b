import { expect, test } from '@jest/globals';
import { CommandError } from './command-error.ts';
import { amountFilterOf, inMajorUnits, moneyText, withMajorUnits } from './money.ts';

test.each([
  [100_000, 'EGP', 'EGP 1,000.00'],
  [1_234_567_890, 'KWD', 'KWD 1,234,567.890'],
  [5, 'EGP', 'EGP 0.05'],
] as const)('%d of %s is %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text);
});

test.each([
  ['249.50', 'EGP', 'eq:24950'],
  ['eq:249.5', 'EGP', 'eq:24950'],
  ['gt:100', 'EGP', 'gt:10000'],
  ['٢٤٩٫٥٠', 'EGP', 'eq:24950'],
  ['lt:1.005', 'KWD', 'lt:1005'],
  ['bt:100,500.25', 'EGP', 'bt:10000,50025'],
] as const)('the filter %s in %s is %s of the API', (text, currency, filter) => {
  expect(amountFilterOf(text, currency)).toBe(filter);
});

test.each(['', 'ten', 'bt:1', 'eq:1,2', '1.005', '100-500'])('no filter of amounts in EGP: %j', (text) => {
  expect(() => amountFilterOf(text, 'EGP')).toThrow(CommandError);
});

test.each([
  [
    'amount must be from 1 to 30000, in the smallest unit of EGP: that is what is left of the charge to refund. You sent 100000.',
    'amount must be from EGP 0.01 to EGP 300.00: that is what is left of the charge to refund. You sent EGP 1,000.00.',
  ],
  [
    'The total of 9999999900 in the smallest unit of EGP is above the maximum of every payment method. Payments in EGP must be from 100 to 50000000.',
    'The total of EGP 99,999,999.00 is above the maximum of every payment method. Payments in EGP must be from EGP 1.00 to EGP 500,000.00.',
  ],
  [
    'amountReceived must be from 1 to 5000, the amount in KWD that is missing, in its smallest unit.',
    'amountReceived must be from KWD 0.001 to KWD 5.000, the amount in KWD that is missing.',
  ],
  [
    'Only 560343 in the smallest unit of EGP is payable now; you asked for 1000000.',
    'Only EGP 5,603.43 is payable now; you asked for EGP 10,000.00.',
  ],
  ['quantity must be from 1 to 999999', 'quantity must be from 1 to 999999'],
  [
    'Only 0 in the smallest unit of EGP is available for this refund now, and 23826 is pending; it needs 5000.',
    'Only EGP 0.00 is available for this refund now, and EGP 238.26 is pending; it needs EGP 50.00.',
  ],
])('a message in the smallest unit is read in major units: %s', (message, text) => {
  const origin = '\n  amount_invalid, HTTP 400, req_123';
  expect(inMajorUnits(message + origin)).toBe(text + origin);
});

test('a refused request says so in major units', async () => {
  const refused = Promise.reject(new CommandError('must be from 1 to 200 in the smallest unit of EGP'));
  await expect(withMajorUnits(refused)).rejects.toThrow('must be from EGP 0.01 to EGP 2.00');
});
