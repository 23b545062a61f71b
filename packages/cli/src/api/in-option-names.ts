import type { Command } from 'commander';

/** Options whose names are shorter than those of the parameters that they fill. */
const shorterNames: Readonly<Record<string, string>> = {
  amountReceived: 'amount',
  amountToCapture: 'amount',
  cancellationReason: 'reason',
  defaultCurrency: 'currency',
  displayName: 'name',
  evidenceDueBy: 'dueBy',
  executionDate: 'date',
  expireOldAfterSeconds: 'overlap',
  failureCode: 'reason',
  failureReason: 'reason',
  instructionsEmail: 'email',
  ipAllowlist: 'ip',
  allowedOrigins: 'origin',
  maxCompletions: 'maxPayments',
  merchantId: 'merchant',
  now: 'to',
  statementDescriptor: 'descriptor',
  webhookEndpointId: 'endpoint',
};

/** An error of the API about one parameter. */
interface ParameterError {
  /** As it is printed: `instructionsEmail must be an email address. (instructionsEmail)`. */
  readonly message: string;
  readonly param: string;
}

/**
 * An error message with the command's option in the place of the API's parameter: `--email must be an email address.
 * (--email)`. It stays as it is if the command has no option for the parameter.
 */
export function inOptionNames({ message, param }: ParameterError, command: Command): string {
  const [field = param] = /^\w+/.exec(param) ?? []; // of `types[0]`, which people type into one option
  const names = [field, shorterNames[field]];
  const option = command.options.find((each) => names.includes(each.attributeName()))?.long;
  if (!option) return message;
  const named = message.replace(`(${param})`, `(${option})`);
  const sentence = named.startsWith(`${param} `) ? option + named.slice(param.length) : named;
  const isPlainWord = /^[a-z]+$/.test(field); // "amount" within a sentence need not be the parameter
  return isPlainWord ? sentence : sentence.replaceAll(new RegExp(String.raw`(?<![\w-])${field}\b`, 'g'), option);
}
