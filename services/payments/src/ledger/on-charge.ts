import type { Charge } from '@mizan/contracts';
import type { consumer, Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { captureKey } from '../providers/port/provider.ts';
import { saleJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

/** Records captures as sales. The events may come more than once and in any order. */
export const onCharge = {
  'charge.succeeded': (tx, { object }) => recordSales(tx, object),
  'charge.captured': (tx, { object }) => recordSales(tx, object),
  // A late success has no event type of its own.
  'charge.updated': async (tx, { object }) => {
    if (object.captured) await recordSales(tx, object);
  },
} satisfies Parameters<typeof consumer>[1];

/** Gross volume against merchant sales, for each capture of the charge that is not recorded yet. */
async function recordSales(tx: Tx, { id, currency }: Pick<Charge, 'id' | 'currency'>): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const captures = await tx.sql<CaptureRow>`
    select * from captures
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${id} and status = 'SUCCEEDED'`;
  await postOnce(
    tx,
    captures.map(({ n, amount }) => saleJournal({ sourceId: captureKey(id, n), currency, amount })),
  );
}
