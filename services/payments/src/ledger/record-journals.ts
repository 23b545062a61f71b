import type { Charge, Refund } from '@mizan/contracts';
import { consumer, type Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../captures/capture.entity.ts';
import { captureKey } from '../providers/provider.ts';
import { refundRestoralJournal, refundReversalJournal, saleJournal, type Journal } from './journals.ts';
import { repeatablePostingOf } from './post-journals.ts';
import { seedFloat } from './seed-float.ts';

/**
 * The journals that follow by event: they record what happened and decide nothing. Each may come twice and in any order.
 * Also seeds the balance that an account's test mode starts with.
 */
export const ledgerConsumer = consumer({
  name: 'ledger',
  purpose: 'posts the recording journals of captures and refunds',
  on: {
    'charge.succeeded': (tx, { object }) => recordSales(tx, object),
    'charge.captured': (tx, { object }) => recordSales(tx, object),
    // A late success has no event of its own kind.
    'charge.updated': async (tx, { object }) => {
      if (object.captured) await recordSales(tx, object);
    },
    'refund.created': (tx, { object }) => recordReversal(tx, object),
    'refund.failed': (tx, { object }) => recordRestoral(tx, object),
    'refund.canceled': (tx, { object }) => recordRestoral(tx, object),
    'account.created': (tx, { object }) => seedFloat(tx, object),
  },
});

/** Gross volume against merchant sales, for each capture of the charge that is not recorded yet. */
async function recordSales(tx: Tx, { id, currency }: Pick<Charge, 'id' | 'currency'>): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const captures = await tx.sql<CaptureRow>`
    select * from captures
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${id} and status = 'SUCCEEDED'`;
  await record(
    tx,
    captures.map(({ n, amount }) => saleJournal({ sourceId: captureKey(id, n), currency, amount })),
  );
}

/** Reverses the charge's sale entries for the refunded amount; the platform keeps its fee. */
const recordReversal = (tx: Tx, { id, currency, amount }: Pick<Refund, 'id' | 'currency' | 'amount'>): Promise<void> =>
  recordOfRefund(tx, refundReversalJournal({ sourceId: id, currency, amount }));

/** Takes that back for a refund that came to nothing: the sale stands. */
const recordRestoral = (tx: Tx, { id, currency, amount }: Pick<Refund, 'id' | 'currency' | 'amount'>): Promise<void> =>
  recordOfRefund(tx, refundRestoralJournal({ sourceId: id, currency, amount }));

/** Nothing for a refund that is gone: its test mode was emptied before the event came. */
async function recordOfRefund(tx: Tx, journal: Journal): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const refund = await tx.one`
    select 1 from refunds where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${journal.sourceId}`;
  if (refund) await record(tx, [journal]);
}

async function record(tx: Tx, journals: readonly Journal[]): Promise<void> {
  if (journals.length > 0) await tx.sql`with ${repeatablePostingOf(tx, journals)} select 1`;
}
