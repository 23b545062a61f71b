import { expect, test } from '@jest/globals';
import { Command } from 'commander';
import { inOptionNames } from './in-option-names.ts';

const create = new Command('create')
  .option('--email <address>')
  .option('--amount <amount>')
  .option('--receipt-email <address>');
const named = (message: string, param: string) => inOptionNames({ message, param }, create);

test('an error names the option that fills the parameter, also one with a shorter name', () => {
  expect(named('receiptEmail must be an email address. (receiptEmail)', 'receiptEmail')).toBe(
    '--receipt-email must be an email address. (--receipt-email)',
  );
  expect(named('instructionsEmail is required. (instructionsEmail)\n  parameter_missing', 'instructionsEmail')).toBe(
    '--email is required. (--email)\n  parameter_missing',
  );
});

test('an error about one of several values names their option', () => {
  const message = 'types[0] must be an event type. (types[0])';
  const command = new Command('create').option('--types <patterns...>');
  expect(inOptionNames({ message, param: 'types[0]' }, command)).toBe('--types must be an event type. (--types)');
});

test('an error leaves plain words in its sentence, and a parameter that no option fills, as they are', () => {
  expect(named('The amount is too large. (amount)', 'amount')).toBe('The amount is too large. (--amount)');
  expect(named('displayName is required. (displayName)', 'displayName')).toBe('displayName is required. (displayName)');
});
