import { own, Problem, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { fallbackTime } from '../payment/payment.ts';
import type { ReportedReceipt } from '../payment/reported-receipt.ts';

/** What the merchant reports of a charge that has failed. */
interface LateReport extends Pick<ReportedReceipt, 'reference'> {
  readonly charge: ChargeRow;
  /** Minor units; undefined for all that is missing. */
  readonly amountReceived: number | undefined;
  readonly fallbackAt: Date;
}

/**
 * Records money that came after its charge had failed: all that was missing then. The charge shows it once its provider has
 * been notified and it succeeds; if this process dies before, the janitor does both. `amountReported` stays what it was at
 * the failure, because that was credited to the balance and is what the success reverses.
 *
 * @throws Problem `payment_already_completed`: all of it was reported before the failure
 * @throws Problem `amount_invalid`: not all that is missing
 */
export async function recordLateReceipt(
  tx: Tx,
  { charge, amountReceived, reference, fallbackAt }: LateReport,
): Promise<void> {
  const { amount, amountReported, currency } = charge;
  const missing = amount - amountReported;
  if (amountReceived !== undefined) assertWhole({ amountReceived, missing, currency });
  const lateReceipt = { amount: missing, reference, receivedAt: tx.now.toISOString() };
  const changes = {
    lateReceipt: missing === 0 ? null : lateReceipt,
    nextSyncAt: fallbackTime(fallbackAt),
    updatedAt: tx.now,
  };
  await tx.sql`update charges set ${charges.set(changes)} where ${own(tx)} and id = ${charge.id} and status = 'FAILED'`;
}

interface LateAmount extends Pick<ChargeRow, 'currency'> {
  readonly amountReceived: number;
  readonly missing: number;
}

function assertWhole({ amountReceived, missing, currency }: LateAmount): void {
  if (missing === 0) throw new Problem('payment_already_completed', wholeReported);
  if (amountReceived === missing) return;
  throw new Problem(
    'amount_invalid',
    `This payment was expected until it expired or was marked as failed, so that it cannot be received in further parts. Leave amountReceived out once all that is missing has come: ${missing} in the smallest unit of ${currency}.`,
    { param: 'amountReceived' },
  );
}

/** To those who report a part of what was reported in full. */
export const wholeReported =
  'The whole amount has been reported already. Leave amountReceived out to record the payment.';
