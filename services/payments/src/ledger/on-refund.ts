import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import { type Journal, refundRestoralJournal, refundReversalJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

/** Reverses the charge's sale for the refunded amount; the platform keeps its fee. The event may come more than once. */
export const onRefundCreated = (
  tx: Tx,
  { object: { id: sourceId, currency, amount } }: BusEvent<'refund.created'>,
): Promise<void> => record(tx, refundReversalJournal({ sourceId, currency, amount }));

/** Restores the sale of a refund that failed or was canceled. The event may come more than once. */
export const onRefundFailed = (
  tx: Tx,
  { object: { id: sourceId, currency, amount } }: BusEvent<'refund.failed' | 'refund.canceled'>,
): Promise<void> => record(tx, refundRestoralJournal({ sourceId, currency, amount }));

/** Skips a refund that is gone: its test data was deleted before the event came. */
async function record(tx: Tx, journal: Journal): Promise<void> {
  const refund = await tx.one`select 1 from refunds where ${own(tx)} and id = ${journal.sourceId}`;
  if (refund) await postOnce(tx, [journal]);
}
