import type { Charge } from '@mizan/contracts';
import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { captures } from '../payment/capture.table.ts';
import { captureKey } from '../providers/port/provider.ts';
import { saleJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

/** Whether any of the money was captured. */
export const isCaptured = ({ captured }: Pick<Charge, 'captured'>): boolean => captured;

/** Records the sale of each capture that is not recorded yet. The events may come more than once and in any order. */
export async function onCharge(
  tx: Tx,
  { object: { id, currency } }: BusEvent<'charge.succeeded' | 'charge.captured' | 'charge.updated'>,
): Promise<void> {
  const rows = await tx.sql<CaptureRow>`
    select ${captures.columns} from captures
    where ${own(tx)} and charge_id = ${id} and status = 'SUCCEEDED'`;
  const journals = rows.map(({ n, amount }) => saleJournal({ sourceId: captureKey(id, n), currency, amount }));
  await postOnce(tx, journals);
}
