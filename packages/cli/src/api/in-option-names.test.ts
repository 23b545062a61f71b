import { expect, test } from '@jest/globals';
import { Command, Option } from 'commander';
import { mizan } from '../program.ts';
import { inOptionNames, withFlags } from './in-option-names.ts';

const create = new Command('create')
  .option('--email <address>')
  .option('--amount <amount>')
  .option('--receipt-email <address>');
const named = (message: string, param: string) => inOptionNames({ message, param }, create);

test('an error names the option that fills the parameter, also one with a shorter name', () => {
  expect(named('receiptEmail must be an email address. (receiptEmail)', 'receiptEmail')).toBe(
    '--receipt-email must be an email address.',
  );
  expect(named('instructionsEmail is required. (instructionsEmail)\n  parameter_missing', 'instructionsEmail')).toBe(
    '--email is required.\n  parameter_missing',
  );
});

test('an error about the ID of a command names no parameter: the sentence has it', () => {
  const command = new Command('show').argument('<id>');
  expect(
    inOptionNames({ message: 'No refund re_1 in test mode. (id)\n  resource_missing', param: 'id' }, command),
  ).toBe('No refund re_1 in test mode.\n  resource_missing');
});

test('an error about a value of the environment names its variable', () => {
  const command = new Command('connect').addOption(new Option('--account-key <key>').env('MIZAN_TEST_ACCOUNT_KEY'));
  const message = 'apiKey must be the API key. (credentials.apiKey)';
  process.env['MIZAN_TEST_ACCOUNT_KEY'] = 'x';
  command.parse([], { from: 'user' });
  expect(inOptionNames({ message, param: 'credentials.apiKey' }, command)).toBe(
    'MIZAN_TEST_ACCOUNT_KEY must be the API key.',
  );
});

test('an error about one of several values names their option', () => {
  const message = 'types[0] must be an event type. (types[0])';
  const command = new Command('create').option('--types <patterns...>');
  expect(inOptionNames({ message, param: 'types[0]' }, command)).toBe('--types must be an event type.');
});

test.each([
  ['links create', 'lineItems[0].quantity', '--quantity'],
  ['links create', 'lineItems[0].priceData.unitAmount', '--amount'],
  ['links create', 'lineItems[0].priceData.productData.name', '--name'],
  ['disputes update', 'evidence.shippingCarrier', '--shipping-carrier'],
  ['disputes update', 'evidence.uncategorizedText', '--text'],
  ['disputes update', 'evidence.files[0]', '--file'],
  ['accounts settings', 'mail.replyTo', '--reply-to'],
  ['accounts settings', 'manualMethods.bank_transfer[0].iban', '--bank-transfer'],
  ['accounts update', 'disputeFees[0].amount', '--dispute-fee'],
  ['accounts update', 'feeSchedule[0].currency', 'feeSchedule[0].currency'],
  ['accounts create', 'feeSchedule[0].currency', 'feeSchedule[0].currency'],
  ['disputes open', 'isInquiry', '--inquiry'],
  ['payouts create', 'bankAccountId', '--bank-account'],
  ['payouts add-bank-account', 'holderName', '--holder'],
  ['refunds list', 'paymentIntentId', '--payment'],
  ['payments list', 'customerId', '--customer'],
  ['codes create', 'maxRedemptions', '--max-uses'],
  ['codes create', 'couponId', '--coupon'],
  ['codes create', 'percentOff', '--percent'],
  ['codes create', 'amountOff', '--amount'],
  ['codes create', 'restrictions.minimumAmount', '--minimum'],
  ['reconcile', 'connectionId', '--connection'],
  ['providers check', 'connectionId', '<connection>'],
  ['events list', 'objectId', '--object'],
  ['disputes list', 'accountId', '--account'],
  ['providers connect fawry', 'credentials.secureKey', '--secure-key'],
  ['providers rotate paymob', 'credentials.apiKey', '--account-key'],
  ['providers connect stripe', 'methods[0].type', '--methods'],
  ['providers methods', 'methods[1].type', '<types>'],
  ['rates set', 'rates[0].base', '<base>'],
])('an error of mizan %s about %s names %s', (name, param, option) => {
  const command = name
    .split(' ')
    .reduce<Command | undefined>((group, verb) => group?.commands.find((each) => each.name() === verb), mizan());
  const message = `${param} is wrong. (${param})`;
  expect(inOptionNames({ message, param }, command ?? new Command())).toBe(
    option === param ? message : `${option} is wrong.`,
  );
});

test('a parameter that is to be set to true is named as the flag that sets it, if the command has one', () => {
  const command = new Command('fail').option('--returned').option('--reason <code>');
  expect(withFlags('It needs `returned: true`.', command)).toBe('It needs --returned.');
  for (const message of ['Set `active: true`.', 'Set `reason: true`.', 'Set `returned: false`.'])
    expect(withFlags(message, command)).toBe(message);
});

test('an error whose sentence names the option does not name it again, however long the sentence is', () => {
  const message =
    'amountReceived must be from 1 to 300. If more has come, return the rest. (amountReceived)\n  amount_invalid';
  expect(named(message, 'amountReceived')).toBe(
    '--amount must be from 1 to 300. If more has come, return the rest.\n  amount_invalid',
  );
  expect(named('Use --receipt-email-copy instead. (receiptEmail)', 'receiptEmail')).toContain('(--receipt-email)');
});

test('an error leaves plain words in its sentence, and a parameter that no option fills, as they are', () => {
  expect(named('The amount is too large. (amount)', 'amount')).toBe('The amount is too large. (--amount)');
  const inside = 'A line has price or priceData.receiptEmail, not receiptEmail. (receiptEmail)';
  expect(named(inside, 'receiptEmail')).toBe('A line has price or priceData.receiptEmail, not --receipt-email.');
  expect(named('displayName is required. (displayName)', 'displayName')).toBe('displayName is required. (displayName)');
});
