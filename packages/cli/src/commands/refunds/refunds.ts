import { RefundFailureReason, RefundStatus, ResolveRefund, type Refund } from '@mizan/contracts';
import { Command } from 'commander';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant, sendAsOperator } from '../../api/send-request.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { choiceOption, idOf, timezoneOption } from '../../terminal/options.ts';
import { isJson, printNotice } from '../../terminal/print.ts';
import { dateFilters, withDateOptions, withListOptions, type DateOptions, type ListOptions } from '../lists/listing.ts';
import { printList } from '../lists/print-list.ts';
import { findPaymentId, paymentNames, toPaymentFilter } from '../payments/find-payment.ts';
import { listedRefund, printRefund, toRefundRow } from './print-refund.ts';
import { addRefundCreate } from './refund-create.ts';
import { readDisputeWarning } from './refund-dispute.ts';
import { cancelRefundQuestion, markFailedQuestion, markPaidQuestion, returnDoubt } from './refund-questions.ts';
import { readRefundedCharge, type RefundTarget } from './refund-target.ts';

interface Filters extends ListOptions, DateOptions {
  readonly status?: string;
  readonly payment?: string;
}

interface MarkPaidOptions {
  readonly reference?: string;
}

interface MarkFailedOptions {
  readonly reason: string;
}

interface ResolveOptions {
  readonly outcome: string;
  readonly reason?: string;
  readonly reference?: string;
}

/** `mizan refunds`: the refunds of a merchant, and those of any account that stay undecided. */
export function refundCommands(): Command {
  const refunds = new Command('refunds').description(
    'list, show, create and cancel refunds, and record how they have ended',
  );
  const toId = idOf('re');

  withListOptions(
    withDateOptions(
      refunds
        .command('list')
        .description('list refunds, newest first')
        .addOption(choiceOption('--status <status>', 'only with this status', RefundStatus.options))
        .option('--payment <id>', `only of this payment: ${paymentNames}`, toPaymentFilter),
    ),
  )
    .addHelpText(
      'after',
      example('refunds list --payment pi_…', 'refunds list --date last:30,days --csv > refunds.csv'),
    )
    .action(async ({ status, payment, ...options }: Filters, command: Command) => {
      const paymentIntentId = payment === undefined ? undefined : await findPaymentId(command, payment);
      const filters = { status, paymentIntentId, ...(await dateFilters(command, options)) };
      const list = { path: '/refunds', filters } as const;
      await printList(command, { list, toRow: toRefundRow, shown: listedRefund });
    });

  refunds
    .command('show')
    .description('show a refund: to whom it goes, where the buyer wants the money, and the receipt')
    .argument('<id>', 're_…', toId)
    .addOption(timezoneOption())
    .addHelpText('after', example('refunds show re_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const refund = await sendAsMerchant<Refund>(command, `GET ${pathOf(id)}`);
      if (isJson(command)) return printRefund(command, refund);
      const target = await readRefundedCharge(command, refund);
      printRefund(command, refund, { target, warning: await readDisputeWarning(command, refund, target) });
    });

  addRefundCreate(refunds);

  refunds
    .command('mark-paid')
    .description(
      'record that you have returned the money of a refund yourself, of cash or a bank transfer, for example; this is final',
    )
    .argument('<id>', 're_…', toId)
    .option('--reference <text>', 'of the transfer')
    .option(...yesFlags)
    .addHelpText('after', example('refunds mark-paid re_… --reference "Transfer 4712"'))
    .action(async (id: string, { reference }: MarkPaidOptions, command: Command) => {
      const shown = await readShown(command, id);
      const doubt = returnDoubt(shown.refund, await shown.readWarning());
      const isConfirmed = await confirm(command, async () => markPaidQuestion(await shown.withTarget()), { doubt });
      const request = { body: { reference } };
      printRefund(command, await sendAsMerchant<Refund>(command, `POST ${pathOf(id)}/mark-paid`, request));
      if (doubt !== undefined && !isConfirmed) printNotice(`${doubt} It is recorded as returned anyway.`);
    });

  refunds
    .command('mark-failed')
    .description(
      'record that you could not return the money of a refund that is not marked paid: its amount is credited to the balance',
    )
    .argument('<id>', 're_…', toId)
    .addOption(choiceOption('--reason <reason>', 'why', RefundFailureReason.options).makeOptionMandatory())
    .option(...yesFlags)
    .addHelpText(
      'after',
      `\nIf the bank has refused or returned the transfer, the reason is declined.\n${example('refunds mark-failed re_… --reason declined')}`,
    )
    .action(async (id: string, { reason: failureReason }: MarkFailedOptions, command: Command) => {
      await confirm(command, async () => markFailedQuestion(await (await readShown(command, id)).withTarget()));
      const request = { body: { failureReason } };
      printRefund(command, await sendAsMerchant<Refund>(command, `POST ${pathOf(id)}/mark-failed`, request));
    });

  refunds
    .command('cancel')
    .description(
      'cancel a refund whose buyer has not entered yet where to send the money: its amount is credited to the balance',
    )
    .argument('<id>', 're_…', toId)
    .option(...yesFlags)
    .addHelpText('after', example('refunds cancel re_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, async () => cancelRefundQuestion(await (await readShown(command, id)).withTarget()));
      printRefund(command, await sendAsMerchant<Refund>(command, `POST ${pathOf(id)}/cancel`));
    });

  refunds
    .command('resolve')
    .description('record how a live refund has ended whose provider does not say so for a day (operator)')
    .argument('<refund>', 're_…', toId)
    .addOption(
      choiceOption(
        '--outcome <outcome>',
        'as the provider’s dashboard shows it; `failed` credits the balance',
        ResolveRefund.shape.outcome.options,
      ).makeOptionMandatory(),
    )
    .addOption(choiceOption('--reason <reason>', 'why it failed', RefundFailureReason.options))
    .option('--reference <id>', 'the provider’s own ID of a refund that succeeded')
    .addHelpText('after', example('refunds resolve re_… --outcome succeeded --reference 123456'))
    .action(async (id: string, { outcome, reason, reference }: ResolveOptions, command: Command) => {
      const line = `POST /operator/refunds/${encodeURIComponent(id)}/resolve` as const;
      const body = { outcome, failureReason: reason, reference };
      printRefund(command, await sendAsOperator<Refund>(command, line, { body }));
    });
  return refunds;
}

const pathOf = (id: string) => `/refunds/${encodeURIComponent(id)}` as const;

/** A refund that is only shown in a question, and on demand the charge that it returns, which is read once, and its dispute. */
async function readShown(command: Command, id: string) {
  const refund = await ifAllowed(sendAsMerchant<Refund>(command, `GET ${pathOf(id)}`));
  let target: Promise<RefundTarget | undefined> | undefined;
  const readTarget = async () => refund && (await (target ??= readRefundedCharge(command, refund)));
  const withTarget = async () => ({ id, refund, target: await readTarget() });
  const readWarning = async () => refund && readDisputeWarning(command, refund, await readTarget());
  return { refund, withTarget, readWarning };
}
