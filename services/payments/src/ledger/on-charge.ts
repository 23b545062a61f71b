import type { Charge } from '@mizan/contracts';
import { type BusEvent, own, type Tx } from '@mizan/service-kit';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { captures } from '../payment/capture.table.ts';
import { captureKey } from '../providers/port/provider.ts';
import { assignReceiptNumbers, receiptedCharge } from '../receipts/assign-receipt-numbers.ts';
import { saleJournal } from './journals.ts';
import { postOnce } from './post-journals.ts';

type ChargeEvent = BusEvent<'charge.succeeded' | 'charge.captured' | 'charge.updated'>;

/** Whether any of the money was captured. */
export const isCaptured = ({ captured }: Pick<Charge, 'captured'>): boolean => captured;

/**
 * Records the sale of each capture that is not recorded yet, and assigns receipt numbers to charges that have none. The
 * events may come more than once and in any order.
 */
export async function onCharges(tx: Tx, events: readonly ChargeEvent[]): Promise<void> {
  const currencies = new Map(events.map(({ object: { id, currency } }) => [id, currency]));
  const rows = await tx.sql<CaptureRow>`
    select ${captures.columns} from captures
    where ${own(tx)} and charge_id = any (${[...currencies.keys()]}::text[]) and status = 'SUCCEEDED'
    order by charge_id, n`;
  const journals = rows.flatMap(({ chargeId, n, amount }) => {
    const currency = currencies.get(chargeId);
    return currency ? [saleJournal({ sourceId: captureKey(chargeId, n), currency, amount })] : [];
  });
  await postOnce(tx, journals);
  await assignReceiptNumbers(
    tx,
    events.map(({ object }) => receiptedCharge(object)),
  );
}
