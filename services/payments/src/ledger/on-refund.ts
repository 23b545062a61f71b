import type { Refund } from '@mizan/contracts';
import type { consumer, Tx } from '@mizan/service-kit';
import { type Journal, refundRestoralJournal, refundReversalJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

/** Reverses sales that are refunded, and restores those whose refund failed. The events may come more than once. */
export const onRefund = {
  'refund.created': (tx, { object }) => recordReversal(tx, object),
  'refund.failed': (tx, { object }) => recordRestoral(tx, object),
  'refund.canceled': (tx, { object }) => recordRestoral(tx, object),
} satisfies Parameters<typeof consumer>[1];

/** Reverses the charge's sale entries for the refunded amount; the platform keeps its fee. */
const recordReversal = (tx: Tx, { id, currency, amount }: Pick<Refund, 'id' | 'currency' | 'amount'>): Promise<void> =>
  recordOfRefund(tx, refundReversalJournal({ sourceId: id, currency, amount }));

/** Restores them for a refund that failed or was canceled. */
const recordRestoral = (tx: Tx, { id, currency, amount }: Pick<Refund, 'id' | 'currency' | 'amount'>): Promise<void> =>
  recordOfRefund(tx, refundRestoralJournal({ sourceId: id, currency, amount }));

/** Skips a refund that is gone: its test data was deleted before the event came. */
async function recordOfRefund(tx: Tx, journal: Journal): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const refund = await tx.one`
    select 1 from refunds where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${journal.sourceId}`;
  if (refund) await postOnce(tx, [journal]);
}
