import { own, Problem, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import { fallbackTime } from '../payment/payment.ts';
import { type ReportedReceipt, withReceipt } from './reported-receipt.ts';

/** What the merchant reports of a payment that has ended. */
interface LateReport extends Pick<ReportedReceipt, 'reference'> {
  readonly charge: ChargeRow;
  /** Minor units; undefined for all that is missing. */
  readonly amountReceived: number | undefined;
  readonly fallbackAt: Date;
}

/**
 * Records money that came after its charge had failed: all that was missing then. `amountReported` stays what it was at
 * the failure, because that was credited to the balance and is what the success reverses. The payment's own events follow. If
 * this process dies once the provider is notified, the janitor settles the charge; if it dies before, the merchant reports
 * again, and the receipt is not added twice.
 *
 * @throws Problem `amount_invalid`: not all that is missing
 */
export async function recordLateReceipt(
  tx: Tx,
  { charge, amountReceived, reference, fallbackAt }: LateReport,
): Promise<void> {
  const { amount, amountReported, currency, paymentMethodDetails } = charge;
  const missing = amount - amountReported;
  if (amountReceived !== undefined && amountReceived !== missing)
    throw new Problem(
      'amount_invalid',
      `This payment has ended, so that it cannot be received in further parts. Leave amountReceived out once all that is missing has come: ${missing} in the smallest unit of ${currency}.`,
      { param: 'amountReceived' },
    );
  const known = paymentMethodDetails.receipts ?? [];
  const isRecorded = missing === 0 || known.reduce((sum, each) => sum + each.amount, 0) >= amount;
  const receipt = { amount: missing, reference, receivedAt: tx.now.toISOString() };
  const changes = {
    ...(isRecorded ? {} : { paymentMethodDetails: withReceipt(charge, receipt) }),
    nextSyncAt: fallbackTime(fallbackAt),
    updatedAt: tx.now,
  };
  await tx.sql`update charges set ${charges.set(changes)} where ${own(tx)} and id = ${charge.id} and status = 'FAILED'`;
}
