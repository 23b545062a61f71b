import type { Command } from 'commander';

/** Options and arguments that have other names, mostly shorter ones, than the parameters that they fill. */
const ownNames: Readonly<Record<string, string>> = {
  accountId: 'account',
  amountOff: 'amount',
  amountReceived: 'amount',
  amountToCapture: 'amount',
  apiKey: 'accountKey', // of Paymob
  bank_transfer: 'bankTransfer',
  bankAccountId: 'bankAccount',
  cancellationReason: 'reason',
  connectionId: 'connection',
  couponId: 'coupon',
  customerId: 'customer',
  defaultCurrency: 'currency',
  defaultLocale: 'locale',
  disputeFees: 'disputeFee',
  displayName: 'name',
  evidenceDueBy: 'dueBy',
  executionDate: 'date',
  expireOldAfterSeconds: 'overlap',
  failureCode: 'reason',
  failureReason: 'reason',
  files: 'file',
  finalCapture: 'keepRest',
  firstTimeTransaction: 'firstPayment',
  holderName: 'holder',
  instructionsEmail: 'email',
  ipAllowlist: 'ip',
  isInquiry: 'inquiry',
  lateSuccessPolicy: 'lateSuccess',
  livePaymentsEnabled: 'livePayments',
  allowedOrigins: 'origin',
  maxCompletions: 'maxPayments',
  maxRedemptions: 'maxUses',
  methods: 'types',
  merchantId: 'merchant',
  minimumAmount: 'minimum',
  now: 'to',
  objectId: 'object',
  paymentIntentId: 'payment',
  percentOff: 'percent',
  statementDescriptor: 'descriptor',
  uncategorizedText: 'text',
  unitAmount: 'amount',
  webhookEndpointId: 'endpoint',
};

/** Objects of a request whose fields are options: `--quantity` fills `lineItems[0].quantity`. */
const containers =
  /^(?:lineItems\[0\]\.(?:priceData\.(?:productData\.)?)?|mail\.|manualMethods\.|evidence\.|restrictions\.|credentials\.|rates\[0\]\.)/;

/** A message with the command's own flag where it names a parameter to be set: `--returned` for `` `returned: true` ``. */
export const withFlags = (message: string, command: Command): string =>
  message.replaceAll(/`(\w+): true`/g, (text, field: string) => {
    const flag = command.options.find((each) => each.isBoolean() && each.attributeName() === field);
    return flag?.long ?? text;
  });

/** An error of the API about one parameter. */
interface ParameterError {
  /** As it is printed: `instructionsEmail must be an email address. (instructionsEmail)`. */
  readonly message: string;
  readonly param: string;
}

/**
 * An error message with the command's option or argument in the place of the API's parameter: `--email must be an email
 * address.`, or the environment variable that has filled it; after the sentence where that does not name it: `The amount is too large.
 * (--amount)`. It stays as it is if the command has neither for the parameter.
 */
export function inOptionNames({ message, param }: ParameterError, command: Command): string {
  // Of the path: the sentence has named what was not found.
  if (param === 'id' && !message.startsWith('id ')) return message.replace(' (id)', '');
  const [field = param] = /^\w+/.exec(param.replace(containers, '')) ?? []; // of `types[0]`, which people type into one option
  const names = [field, ownNames[field]];
  const argument = command.registeredArguments.find((each) => names.includes(each.name()));
  const filled = command.options.find((each) => names.includes(each.attributeName()));
  const isFromEnvironment = filled !== undefined && command.getOptionValueSource(filled.attributeName()) === 'env';
  const option = (isFromEnvironment ? filled.envVar : filled?.long) ?? (argument && `<${argument.name()}>`);
  if (!option) return message;
  const named = message.replace(`(${param})`, `(${option})`);
  const sentence = named.startsWith(`${param} `) ? option + named.slice(param.length) : named;
  const isPlainWord = /^[a-z]+$/.test(field); // "amount" within a sentence need not be the parameter
  const text = isPlainWord ? sentence : sentence.replaceAll(new RegExp(String.raw`(?<![\w.-])${field}\b`, 'g'), option);
  const [before = ''] = text.split(` (${option})`);
  return new RegExp(String.raw`(?<![\w-])${option}(?![\w-])`).test(before) ? text.replace(` (${option})`, '') : text;
}
