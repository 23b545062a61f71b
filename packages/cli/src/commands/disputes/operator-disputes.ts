import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DisputeOutcome,
  DisputeReason,
  type AccountProfile,
  type Currency,
  type Dispute,
  type DisputeFile,
  type OperatorDispute,
} from '@mizan/contracts';
import type { Command } from 'commander';
import { ApiError } from '../../api/api-error.ts';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { settingsOf } from '../../api/settings.ts';
import { fileExtensions } from '../../api/upload-evidence.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { moneyText, positiveMinorUnitsOf, withMajorUnits } from '../../terminal/money.ts';
import { choiceOption, idOf, toCurrency, toDeadline } from '../../terminal/options.ts';
import { printDispute } from './print-dispute.ts';

interface OpenOptions {
  readonly amount?: string;
  readonly currency?: Currency;
  readonly reason: DisputeReason;
  readonly dueBy?: string;
  readonly reference?: string;
  readonly inquiry?: true;
}

interface CloseOptions {
  readonly outcome: DisputeOutcome;
}

/** Adds what the operator records of disputes that a provider reports in its dashboard or by mail only. */
export function addOperatorDisputes(disputes: Command): void {
  disputes
    .command('open')
    .description(
      'open a dispute of a live charge: debits its amount and fee, unless it is an inquiry, and refuses refunds of the charge (operator)',
    )
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<charge>', 'ch_…', idOf('ch'))
    .option(
      '--amount <amount>',
      'in major units, such as 249.50, with --currency; what is left after refunds by default',
    )
    .option('--currency <code>', 'currency of the amount, which must be that of the charge', toCurrency)
    .addOption(choiceOption('--reason <reason>', 'why the payer objects', DisputeReason.options).default('general'))
    .option(
      '--due-by <time>',
      'until when the provider takes evidence, such as 2027-01-15T18:00Z; a day alone is its end in UTC',
      toDeadline,
    )
    .option('--reference <id>', 'the provider’s own ID: a dispute is opened once for each')
    .option('--inquiry', 'the bank requests information and has moved no money')
    .option(...yesFlags)
    .addHelpText(
      'after',
      `\nA bank can take what was refunded. If anything was refunded, give the amount that the bank has taken.\n${example('disputes open acct_… ch_… --reason duplicate --due-by 2027-01-15')}`,
    )
    .action(async (...[account, chargeId, options, command]: [string, string, OpenOptions, Command]) => {
      const { currency, reason, dueBy: evidenceDueBy, reference, inquiry: isInquiry } = options;
      const amount = amountOf(options);
      const body = { chargeId, amount, currency, reason, evidenceDueBy, reference, isInquiry };
      await confirm(command, () => openQuestion(command, { account, chargeId, amount, options }));
      const dispute = await withMajorUnits(sendAsOperator<Dispute>(command, `POST ${pathOf(account)}`, { body }));
      const next = `Next: mizan disputes close ${account} ${dispute.id} --outcome <outcome>`;
      printDispute(command, dispute, isOpen(dispute) ? { note: next } : {});
    });

  disputes
    .command('close')
    .description(
      'record how a dispute has ended: `won` credits its amount, `warning_closed` ends an inquiry (operator)',
    )
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<dispute>', 'dp_…', idOf('dp'))
    .addOption(choiceOption('--outcome <outcome>', 'how it has ended', DisputeOutcome.options).makeOptionMandatory())
    .option(...yesFlags)
    .addHelpText('after', example('disputes close acct_… dp_… --outcome won'))
    .action(async (...[account, id, { outcome }, command]: [string, string, CloseOptions, Command]) => {
      await confirm(command, () => closeQuestion(command, { account, id, outcome }));
      const line = `POST ${pathOf(account)}/${encodeURIComponent(id)}/close` as const;
      printDispute(command, await sendAsOperator<Dispute>(command, line, { body: { outcome } }));
    });
}

/** Not where the reference is that of a dispute which has ended. */
const isOpen = ({ status }: Dispute): boolean => status === 'NEEDS_RESPONSE' || status === 'UNDER_REVIEW';

/** Names the merchant and the amount, or that it is all: the operator cannot read the charge. */
async function openQuestion(
  command: Command,
  {
    account,
    chargeId,
    amount,
    options: { currency, reason, inquiry },
  }: {
    readonly account: string;
    readonly chargeId: string;
    readonly amount: number | undefined;
    readonly options: OpenOptions;
  },
): Promise<string> {
  const sum =
    amount === undefined || currency === undefined ? 'all that is left after refunds' : moneyText(amount, currency);
  const kind = inquiry ? 'an inquiry' : 'a dispute';
  const effect = inquiry ? 'It moves no money yet.' : 'Its amount and fee are debited now.';
  const merchant = await describeAccount(command, account);
  return `Open ${kind} (${reason}) about ${sum} of ${chargeId} of ${merchant}? ${effect}`;
}

const effectOf: Readonly<Record<DisputeOutcome, string>> = {
  won: 'Its amount is credited.',
  lost: 'The money stays with the payer.',
  warning_closed: 'The inquiry has ended without a dispute.',
};

/** Names the dispute as far as it can be read, and its merchant. */
async function closeQuestion(
  command: Command,
  { account, id, outcome }: { readonly account: string; readonly id: string; readonly outcome: DisputeOutcome },
): Promise<string> {
  const line = `GET /operator/disputes/${encodeURIComponent(id)}` as const;
  const dispute = await ifAllowed(sendAsOperator<OperatorDispute>(command, line));
  const what = dispute
    ? `${id} of ${moneyText(dispute.amount, dispute.currency)} (${dispute.reason}, ${dispute.paymentIntentId})`
    : id;
  const merchant = await describeAccount(command, dispute?.accountId ?? account);
  return `Close ${what} of ${merchant} as ${outcome}? ${effectOf[outcome]} It cannot be changed afterwards.`;
}

/** `Fayoum Pottery (acct_…)`. */
async function describeAccount(command: Command, id: string): Promise<string> {
  const line = `GET /operator/accounts/${encodeURIComponent(id)}` as const;
  const account = await ifAllowed(sendAsOperator<AccountProfile>(command, line));
  return account ? `${account.displayName} (${id})` : id;
}

/** In minor units. The operator cannot read the charge of a merchant, so the currency of the amount has to be named. */
function amountOf({ amount, currency }: OpenOptions): number | undefined {
  if (amount === undefined) return undefined;
  if (currency === undefined) throw new CommandError('Name the currency of the amount: --currency EGP.');
  return positiveMinorUnitsOf(amount, currency);
}

/** The operator finds no disputes of test mode, which no bank decides: the error says so first, as the ID may be right. */
export const namingTestMode =
  (id: string) =>
  (thrown: unknown): never => {
    if (thrown instanceof ApiError && thrown.code === 'resource_missing')
      thrown.message = `The operator sees disputes of live mode only, and none is \`${id}\`. One of test mode is shown, without its files, with a test key of its account: mizan disputes show ${id}${detailsOf(thrown)}`;
    throw thrown;
  };

/** The line of an error that has its code and request ID. */
const detailsOf = ({ message }: ApiError): string => /\n.*$/.exec(message)?.[0] ?? '';

/** @throws CommandError no operator token is known. It says that no API key would do, which is all that merchants have */
export function assertMayReadFiles(command: Command): void {
  const settings = settingsOf(command);
  try {
    settings.operatorToken();
  } catch (thrown) {
    if (thrown instanceof CommandError)
      thrown.message +=
        '\n  Only the operator can read files of evidence. Without --files, an API key shows the dispute.';
    throw thrown;
  }
}

/** Writes a file of the evidence to a folder, which only its owner can read. @returns the path of the file */
export async function writeEvidence(command: Command, fileId: string, folder: string): Promise<string> {
  const line = `GET /operator/dispute-files/${encodeURIComponent(fileId)}` as const;
  const { contentType, contentBase64 } = await sendAsOperator<DisputeFile>(command, line);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${fileId}.${fileExtensions[contentType][0]}`);
  await writeFile(path, Buffer.from(contentBase64, 'base64'), { mode: 0o600 });
  return path;
}

const pathOf = (account: string) => `/operator/accounts/${encodeURIComponent(account)}/disputes` as const;
