import { type Dispute, DisputeOutcome, DisputeReason } from '@mizan/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { isJson, printRecord } from '../terminal/print.ts';
import { wholeNumberOf } from '../terminal/options.ts';

interface OpenOptions {
  readonly amount?: number;
  readonly reason: DisputeReason;
  readonly dueBy?: string;
  readonly reference?: string;
  readonly inquiry?: true;
}

/** `mizan disputes`: disputes that a provider reports in its dashboard or by mail only. */
export function disputeCommands(): Command {
  const disputes = new Command('disputes').description(
    'record live disputes of providers that have no API for them (operator)',
  );

  disputes
    .command('open')
    .description(
      'open a dispute: debits its amount and fee, unless it is an inquiry, and refuses refunds of the charge',
    )
    .argument('<account>', 'acct_…')
    .argument('<charge>', 'ch_…')
    .option('--amount <units>', 'minor units; all that is left of the charge by default', wholeNumberOf('minor units'))
    .addOption(
      new Option('--reason <reason>', 'why the payer objects').choices(DisputeReason.options).default('general'),
    )
    .option('--due-by <time>', 'when the provider must have the evidence, ISO 8601', toTimestamp)
    .option('--reference <id>', 'the provider’s own ID: a dispute is opened once for each')
    .option('--inquiry', 'the bank requests information and has moved no money')
    .action(async (...[account, chargeId, options, command]: [string, string, OpenOptions, Command]) => {
      const { amount, reason, dueBy: evidenceDueBy, reference, inquiry: isInquiry } = options;
      const body = { chargeId, amount, reason, evidenceDueBy, reference, isInquiry };
      const dispute = await sendAsOperator<Dispute>(command, `POST ${pathOf(account)}`, { body });
      printDispute(command, dispute, `Next: mizan disputes close ${account} ${dispute.id} --outcome <outcome>`);
    });

  disputes
    .command('close')
    .description('record how a dispute has ended: `won` credits its amount, `warning_closed` ends an inquiry')
    .argument('<account>', 'acct_…')
    .argument('<dispute>', 'dp_…')
    .addOption(
      new Option('--outcome <outcome>', 'how it has ended').choices(DisputeOutcome.options).makeOptionMandatory(),
    )
    .action(async (...[account, id, { outcome }, command]: [string, string, { outcome: DisputeOutcome }, Command]) => {
      const line = `POST ${pathOf(account)}/${encodeURIComponent(id)}/close` as const;
      printDispute(command, await sendAsOperator<Dispute>(command, line, { body: { outcome } }));
    });
  return disputes;
}

const pathOf = (account: string) => `/operator/accounts/${encodeURIComponent(account)}/disputes` as const;

function toTimestamp(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time such as 2026-12-01T12:00:00Z.');
  return time.toISOString();
}

function printDispute(command: Command, dispute: Dispute, note?: string): void {
  const { id, chargeId, amount, currency, reason, status, isInquiry, evidenceDueBy } = dispute;
  const brief = { id, chargeId, amount, currency, reason, status, isInquiry, evidenceDueBy };
  printRecord(command, isJson(command) ? dispute : brief, note);
}
