import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { captures } from '../payment/capture.table.ts';
import { captureKey } from '../providers/port/provider.ts';
import { saleJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

/** Records the sale of each capture that is not recorded yet. The events may come more than once and in any order. */
export async function onCharge(
  tx: Tx,
  { object: { id, currency, captured } }: BusEvent<'charge.succeeded' | 'charge.captured' | 'charge.updated'>,
): Promise<void> {
  if (!captured) return;
  const rows = await tx.sql<CaptureRow>`
    select ${captures.columns} from captures
    where ${own(tx)} and charge_id = ${id} and status = 'SUCCEEDED'`;
  const journals = rows.map(({ n, amount }) => saleJournal({ sourceId: captureKey(id, n), currency, amount }));
  await postOnce(tx, journals);
}
