import { RefundReason, type Refund } from '@mizan/contracts';
import type { Command } from 'commander';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { withMajorUnits } from '../../terminal/money.ts';
import { choiceOption } from '../../terminal/options.ts';
import { isJson, printNotice } from '../../terminal/print.ts';
import { ownTerminal } from '../../terminal/prompt-secret.ts';
import { findPayment, paymentNames, toPaymentName } from '../payments/find-payment.ts';
import { paymentLabelOf } from '../payments/payment-label.ts';
import { printRefund } from './print-refund.ts';
import {
  amountToRefund,
  isReturnedByProvider,
  readRefundTarget,
  refundQuestion,
  type RefundTarget,
} from './refund-target.ts';

interface CreateOptions {
  readonly amount?: string;
  readonly reason?: string;
  readonly description?: string;
  readonly email?: string;
  readonly outOfBand?: true;
}

/** Adds `mizan refunds create`. */
export function addRefundCreate(refunds: Command): void {
  refunds
    .command('create')
    .description('refund a payment or a charge, in full or in part')
    .argument('<payment>', paymentNames, toPaymentName)
    .option('--amount <amount>', 'in major units, such as 249.50; all that is left by default')
    .addOption(choiceOption('--reason <reason>', 'why', RefundReason.options))
    .option('--description <text>', 'note for yourself')
    .option('--email <address>', 'where to contact the buyer for bank or wallet details, if the method needs them')
    .option('--out-of-band', 'you send the money yourself, although the provider could return it')
    .option(...yesFlags)
    .addHelpText(
      'after',
      example(
        'refunds create pi_… --amount 50.00 --reason REQUESTED_BY_CUSTOMER',
        'refunds create R-2026-000031',
        'refunds create pi_… --out-of-band --email mona@example.com',
      ),
    )
    .action(createRefund);
}

async function createRefund(
  reference: string,
  { amount: text, email, reason, description, outOfBand }: CreateOptions,
  command: Command,
): Promise<void> {
  const payment = /^(?:pi|ch)_/.test(reference) ? reference : (await findPayment(command, reference)).id;
  const target = await readTarget(command, payment, text !== undefined);
  const amount =
    text === undefined || target === undefined
      ? undefined
      : amountToRefund(target, { text, isLimited: !hasGivenKey(command) });
  if (email !== undefined && target !== undefined && !outOfBand && isReturnedByProvider(target))
    printNotice(
      `--email is not needed: the money is returned to ${paymentLabelOf(target.charge)}, without asking the buyer.`,
    );
  await confirm(command, refundQuestion(payment, target, { amount, email, outOfBand }));
  const body = {
    ...(payment.startsWith('ch_') ? { chargeId: payment } : { paymentIntentId: payment }),
    ...{ amount, reason, description, instructionsEmail: email, outOfBand },
  };
  const refund = await withMajorUnits(sendAsMerchant<Refund>(command, 'POST /refunds', { body }));
  printRefund(command, refund, { target });
  // No failure: the money has left the balance, and the platform queries the provider until it is decided.
  if (refund.status === 'PENDING' && refund.pendingReason === 'processing')
    printNotice(
      `The refund is accepted, but the provider has not confirmed it yet: mizan refunds show ${refund.id} shows how it ends.`,
    );
  if (refund.status === 'FAILED') process.exitCode = 1;
}

/** @param isRequired for its currency; otherwise it is only shown, and scripts that read JSON do without */
async function readTarget(command: Command, payment: string, isRequired: boolean): Promise<RefundTarget | undefined> {
  if (!isRequired)
    return isJson(command) && ownTerminal() === undefined ? undefined : ifAllowed(readRefundTarget(command, payment));
  const target = await readRefundTarget(command, payment);
  if (target === undefined) throw new CommandError('Nothing of this payment is captured, so nothing can be refunded.');
  return target;
}
