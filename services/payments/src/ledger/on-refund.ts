import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import { assignReceiptNumbers, receiptedRefund } from '../receipts/assign-receipt-numbers.ts';
import { type Journal, refundRestoralJournal, refundReversalJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

/**
 * Reverses the sales of the charges for the refunded amounts, and assigns receipt numbers; the platform keeps its fees. The
 * events may come more than once.
 */
export async function onRefundsCreated(tx: Tx, events: readonly BusEvent<'refund.created'>[]): Promise<void> {
  const journals = events.map(({ object: { id: sourceId, currency, amount } }) =>
    refundReversalJournal({ sourceId, currency, amount }),
  );
  await record(tx, journals);
  await assignReceiptNumbers(
    tx,
    events.map(({ object }) => receiptedRefund(object)),
  );
}

/** Restores the sale of a refund that failed or was canceled. The event may come more than once. */
export const onRefundFailed = (
  tx: Tx,
  { object: { id: sourceId, currency, amount } }: BusEvent<'refund.failed' | 'refund.canceled'>,
): Promise<void> => record(tx, [refundRestoralJournal({ sourceId, currency, amount })]);

/** Leaves out refunds that are gone: their test data were deleted before the event came. */
async function record(tx: Tx, journals: readonly Journal[]): Promise<void> {
  const ids = journals.map(({ sourceId }) => sourceId);
  const rows = await tx.sql<{ id: string }>`select id from refunds where ${own(tx)} and id = any (${ids}::text[])`;
  const stored = new Set(rows.map(({ id }) => id));
  const left = journals.filter(({ sourceId }) => stored.has(sourceId));
  await postOnce(
    tx,
    left.filter((journal, index) => left.findIndex(({ sourceId }) => sourceId === journal.sourceId) === index),
  );
}
