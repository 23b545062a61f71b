import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DisputeOutcome, DisputeReason, type Currency, type Dispute, type DisputeFile } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsOperator } from '../../api/send-request.ts';
import { fileExtensions } from '../../api/upload-evidence.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { example } from '../../terminal/help.ts';
import { positiveMinorUnitsOf, withMajorUnits } from '../../terminal/money.ts';
import { choiceOption, idOf, toCurrency, toTimestamp } from '../../terminal/options.ts';
import { printDispute } from './print-dispute.ts';

interface OpenOptions {
  readonly amount?: string;
  readonly currency?: Currency;
  readonly reason: DisputeReason;
  readonly dueBy?: string;
  readonly reference?: string;
  readonly inquiry?: true;
}

/** Adds what the operator records of disputes that a provider reports in its dashboard or by mail only. */
export function addOperatorDisputes(disputes: Command): void {
  disputes
    .command('open')
    .description(
      'open a dispute: debits its amount and fee, unless it is an inquiry, and refuses refunds of the charge (operator)',
    )
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<charge>', 'ch_…', idOf('ch'))
    .option('--amount <amount>', 'in major units, such as 249.50, with --currency; all that is left by default')
    .option('--currency <code>', 'currency of the amount, which must be that of the charge', toCurrency)
    .addOption(choiceOption('--reason <reason>', 'why the payer objects', DisputeReason.options).default('general'))
    .option('--due-by <time>', 'when the provider must have the evidence, ISO 8601', toTimestamp)
    .option('--reference <id>', 'the provider’s own ID: a dispute is opened once for each')
    .option('--inquiry', 'the bank requests information and has moved no money')
    .addHelpText('after', example('disputes open acct_… ch_… --reason duplicate --due-by 2027-01-15'))
    .action(async (...[account, chargeId, options, command]: [string, string, OpenOptions, Command]) => {
      const { currency, reason, dueBy: evidenceDueBy, reference, inquiry: isInquiry } = options;
      const amount = amountOf(options);
      const body = { chargeId, amount, currency, reason, evidenceDueBy, reference, isInquiry };
      const dispute = await withMajorUnits(sendAsOperator<Dispute>(command, `POST ${pathOf(account)}`, { body }));
      const note = `Next: mizan disputes close ${account} ${dispute.id} --outcome <outcome>`;
      printDispute(command, dispute, { note });
    });

  disputes
    .command('close')
    .description(
      'record how a dispute has ended: `won` credits its amount, `warning_closed` ends an inquiry (operator)',
    )
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<dispute>', 'dp_…', idOf('dp'))
    .addOption(choiceOption('--outcome <outcome>', 'how it has ended', DisputeOutcome.options).makeOptionMandatory())
    .addHelpText('after', example('disputes close acct_… dp_… --outcome won'))
    .action(async (...[account, id, { outcome }, command]: [string, string, { outcome: DisputeOutcome }, Command]) => {
      const line = `POST ${pathOf(account)}/${encodeURIComponent(id)}/close` as const;
      printDispute(command, await sendAsOperator<Dispute>(command, line, { body: { outcome } }));
    });
}

/** In minor units. The operator cannot read the charge of a merchant, so the currency of the amount has to be named. */
function amountOf({ amount, currency }: OpenOptions): number | undefined {
  if (amount === undefined) return undefined;
  if (currency === undefined) throw new CommandError('Name the currency of the amount: --currency EGP.');
  return positiveMinorUnitsOf(amount, currency);
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
