import type { FeeDetail } from '@mizan/contracts';
import { countRows, fragment, type Fragment, overtaken, own, Problem, type Tx } from '@mizan/service-kit';
import { drawnAccount, refundJournal } from '../ledger/journals.ts';
import { afterBalances, coveredPostingOf, postingOf } from '../ledger/post-journals.ts';
import type { BalanceTransactionRow } from '../payment/balance-transaction.entity.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { newMovement } from '../payment/new-movement.ts';
import { refundTrigger, transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import { updateIntent } from '../payment/payment.ts';
import { oneMore } from '../tables/counted.ts';
import type { Refundable } from './lock-refundable-charge.ts';

/**
 * Writes a refund and deducts it from the rest of the charge, from the intent unless the charge is surplus, and from what the merchant can
 * use of the money of its kind: held by the platform or by the merchant. That decides here whether money may leave,
 * unless the payment did not need it. @throws Problem `merchant_no_balance`, `insufficient_balance`
 */
export async function reserveRefund(tx: Tx, { payment, charge }: Refundable, refund: RefundRow): Promise<void> {
  const intent = refund.isSurplus ? payment.intent : refundedIntent(payment.intent, refund);
  const { id: sourceId, currency, amount, feeAmount } = refund;
  const { settlesTo } = charge.row;
  const journal = refundJournal({ sourceId, currency, amount, settlesTo, feeAmount });
  // What a payment did not need is the buyer's: fees that the merchant owes by then do not keep it back.
  const posting = refund.isSurplus ? postingOf(tx, [journal]) : coveredPostingOf(tx, journal, settlesTo);
  const written = await tx.one<{ taken: number; covered: boolean }>`
    with charge as (${addRefundToCharge(charge.row, refund)} returning id), intent as (${updateIntent(intent)}),
      refund as (${refunds.insert([refund])}),
      movement as (${balanceTransactions.insert([movementOf(refund, settlesTo)])}),
      ${posting},
      counted as (${countRows(tx, oneMore('balance_transactions', 'refunds'), afterBalances)})
    select (select count(*) from charge) as taken, exists (select from stored) as covered`;
  if (written?.taken !== 1) throw new Error(`bug: ${refund.id} exceeds the rest of ${charge.row.id}`);
  if (!written.covered) throw await balanceProblem(tx, refund, settlesTo);
}

function refundedIntent(intent: PaymentIntentRow, { amount, createdAt }: RefundRow): PaymentIntentRow {
  const amountRefunded = intent.amountRefunded + amount;
  const moved = transition(intent.status, refundTrigger(amountRefunded, intent.amountReceived));
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and has a refundable charge`);
  return { ...intent, status: moved.to, amountRefunded, updatedAt: createdAt };
}

/** The condition repeats the rule that was checked under the lock, and a CHECK of the table repeats it again. */
const addRefundToCharge = (charge: ChargeRow, refund: RefundRow): Fragment => fragment`
  update charges set
    amount_refunded = amount_refunded + ${refund.amount},
    presentment_refunded = presentment_refunded + ${refund.presentmentDetails?.amount ?? 0},
    status = case when amount_refunded + ${refund.amount} = amount_captured then 'REFUNDED' else status end,
    updated_at = ${refund.createdAt}
  where ${own({ scope: charge })} and id = ${charge.id}
    and amount_refunded + amount_lost + ${refund.amount} <= amount_captured`;

const refundFeeDetail = ({ feeAmount: amount, currency }: RefundRow): FeeDetail => ({
  type: 'platform_fee',
  amount,
  currency,
  description: 'Fee of the refund',
});

const movementOf = (refund: RefundRow, settlesTo: ChargeRow['settlesTo']): BalanceTransactionRow =>
  newMovement(refund, refund.createdAt, {
    id: refund.balanceTransactionId,
    type: 'refund',
    gross: -refund.amount,
    fee: refund.feeAmount,
    net: -refund.amount - refund.feeAmount,
    feeDetails: refund.feeAmount === 0 ? [] : [refundFeeDetail(refund)],
    currency: refund.currency,
    sourceType: 'refund',
    sourceId: refund.id,
    journalSource: refund.id,
    exchangeRate: refund.presentmentDetails?.exchangeRate ?? null,
    description: refund.description,
    isMerchantHeld: settlesTo === 'merchant',
  });

/**
 * Why the balance does not cover the refund; the transaction is rolled back, and run again where the balance covers it after all: the
 * statement that decided did not see a row of it that was added while it waited for the others.
 */
async function balanceProblem(
  { scope, one }: Tx,
  { currency, amount, feeAmount }: RefundRow,
  settlesTo: ChargeRow['settlesTo'],
): Promise<Error> {
  const held = await one<{ available: number; pending: number }>`
    select coalesce(sum(balance) filter (where account = ${drawnAccount(settlesTo)}), 0)::bigint as available,
      coalesce(sum(balance) filter (where account = 'merchant_pending'), 0)::bigint as pending
    from ledger_accounts where ${own({ scope })} and currency = ${currency} having count(*) > 0`;
  if (!held) return new Problem('merchant_no_balance', `This account has no balance in ${currency}.`);
  if (held.available >= (settlesTo === 'platform' ? amount + feeAmount : amount)) return overtaken();
  const later = settlesTo === 'platform' && held.pending > 0 ? `, and ${held.pending} is pending` : '';
  const message = `Only ${Math.max(0, held.available)} in the smallest unit of ${currency} is available for this refund now${later}; it needs ${amount + feeAmount}.`;
  return new Problem('insufficient_balance', message);
}
