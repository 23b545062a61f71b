import type { Charge, Refund } from '@mizan/contracts';
import { failpoint, own, type Tx } from '@mizan/service-kit';
import { receipts } from './receipt.table.ts';
import { receiptSequences } from './receipt-sequence.table.ts';

/** What gets a receipt number. */
interface Receipted {
  /** Of a charge or refund. */
  readonly id: string;
  /** In UTC, by the account's clock. */
  readonly year: number;
}

/** A captured charge. Its number is of the year of its first capture. */
export const receiptedCharge = ({ id, capturedAt, createdAt }: Charge): Receipted => ({
  id,
  year: new Date(capturedAt ?? createdAt).getUTCFullYear(),
});

/** A refund. Its number is of the year in which it was created. */
export const receiptedRefund = ({ id, createdAt }: Refund): Receipted => ({
  id,
  year: new Date(createdAt).getUTCFullYear(),
});

/** A receipt number as people read it: `R-2026-000123`, with more digits from the millionth on. */
export const formatReceiptNumber = ({ year, number }: { readonly year: number; readonly number: number }): string =>
  `R-${year}-${String(number).padStart(6, '0')}`;

/** Reads what {@link formatReceiptNumber} has written; the text has been validated. */
export function parseReceiptNumber(text: string): { readonly year: number; readonly number: number } {
  const [, year, number] = text.split('-');
  return { year: Number(year), number: Number(number) };
}

/**
 * Assigns the next numbers of the account's years to those of these charges and refunds that have none; what was deleted
 * in the meantime gets none. The sequence is locked by a statement of its own, so that the one that follows sees what it has
 * waited for; a transaction that rolls back has taken no number.
 */
export async function assignReceiptNumbers(tx: Tx, receipted: readonly Receipted[]): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const years = [...new Set(receipted.map(({ year }) => year))];
  await tx.sql`
    ${receiptSequences.into('merchantId', 'livemode', 'year', 'lastNumber')}
    select ${merchantId}, ${livemode}::boolean, year, 0 from unnest(${years}::smallint[]) as year order by year
    on conflict (merchant_id, livemode, year) do update set last_number = receipt_sequences.last_number`;
  const numbered = await tx.sql<{ sourceId: string; year: number; number: number }>`
    with wanted as (
      select source.id, year, coalesce(refunds.charge_id, charges.id) as charge_id,
        row_number() over (partition by year order by source.id) as n
      from (select distinct on (id) id, year
            from unnest(${receipted.map(({ id }) => id)}::text[], ${receipted.map(({ year }) => year)}::smallint[]) as given (id, year)
            order by id, year) as source
        left join charges on ${own(tx, 'charges')} and charges.id = source.id
        left join refunds on ${own(tx, 'refunds')} and refunds.id = source.id
      where (charges.id is not null or refunds.id is not null)
        and not exists (select 1 from receipts
          where receipts.charge_id = coalesce(refunds.charge_id, charges.id) and source_id = source.id)
    ), taken as (
      update receipt_sequences set last_number = last_number + added
      from (select year as added_year, count(*)::int as added from wanted group by year) as counted
      where ${own(tx)} and year = added_year
      returning year, last_number - added as last_before
    )
    ${receipts.into('chargeId', 'sourceId', 'merchantId', 'livemode', 'year', 'number', 'createdAt')}
    select charge_id, id, ${merchantId}, ${livemode}::boolean, year, last_before + n, ${tx.now}
    from wanted join taken using (year)
    returning source_id, year, number`;
  failpoint('receipts.numbered');
  await nameInRefunds(tx, numbered);
}

/** A refund shows its number; a charge does not, only its receipt. */
async function nameInRefunds(
  tx: Tx,
  numbered: readonly { readonly sourceId: string; readonly year: number; readonly number: number }[],
): Promise<void> {
  const refunds = numbered.filter(({ sourceId }) => sourceId.startsWith('re_'));
  if (refunds.length === 0) return;
  await tx.sql`
    update refunds set receipt_number = given.number
    from unnest(${refunds.map(({ sourceId }) => sourceId)}::text[], ${refunds.map(formatReceiptNumber)}::text[]) as given (id, number)
    where ${own(tx, 'refunds')} and refunds.id = given.id`;
}
