import type { ProviderName } from '@mizan/contracts';
import { acrossMerchants, fragment, type Fragment, own, type SystemReader } from '@mizan/service-kit';
import { isReturnedByMerchant } from '../payment/charge-traits.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { charges } from '../payment/charge.table.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import type { ReconciledConnection } from './reconciled-connections.ts';

/** A charge with its refunds, as the platform has recorded it. */
export interface RecordedPayment extends Pick<
  ChargeRow,
  | 'id'
  | 'merchantId'
  | 'status'
  | 'amount'
  | 'amountCaptured'
  | 'currency'
  | 'connectionId'
  | 'externalChargeId'
  | 'createdAt'
> {
  readonly refunds: readonly RecordedRefund[];
  /** What a capture that is undecided adds to `amountCaptured` if it was made; 0 without one. */
  readonly amountCapturing: number;
}

export interface RecordedRefund extends Pick<
  RefundRow,
  'id' | 'chargeId' | 'amount' | 'status' | 'externalRefundId' | 'createdAt'
> {
  /** Whether the merchant sends the money, of which the provider knows nothing. */
  readonly isByMerchant: boolean;
}

/** The refunds of a payment whose money its provider returns. */
export const refundsByProvider = ({ refunds }: RecordedPayment): readonly RecordedRefund[] =>
  refunds.filter(({ isByMerchant }) => !isByMerchant);

type ChargeColumns = Omit<RecordedPayment, 'refunds'> & Pick<ChargeRow, 'paymentMethod' | 'provider'>;
type RefundColumns = Omit<RecordedRefund, 'isByMerchant'> & Pick<RefundRow, 'isOutOfBand'>;

const chargeColumns = fragment`
  ${charges.pick(
    ...(['id', 'merchantId', 'status', 'amount', 'amountCaptured', 'currency'] as const),
    ...(['connectionId', 'externalChargeId', 'createdAt', 'paymentMethod', 'provider'] as const),
  )},
  (select coalesce(sum(captures.amount), 0)::bigint from captures
   where ${acrossMerchants} and captures.charge_id = charges.id and captures.status = 'PENDING') as amount_capturing`;

/** Where a page ends: rows are walked by their time and id, oldest first. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Rows of a period, after a position. */
export interface RecordedPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly after: PagePosition | null;
  readonly limit: number;
}

const inPeriod = ({ from, to, after }: RecordedPeriod): Fragment => fragment`
  created_at >= ${from} and created_at < ${to}
  and ${after === null ? fragment`true` : fragment`(created_at, id) > (${after.createdAt}, ${after.id})`}`;

/** Charges of a connection that were created in a period, oldest first. */
export async function recordedIn(
  reader: SystemReader,
  { scope, id, provider }: Pick<ReconciledConnection, 'scope' | 'id' | 'provider'>,
  period: RecordedPeriod,
): Promise<RecordedPayment[]> {
  const rows = await reader.sql<ChargeColumns>`
    select ${chargeColumns} from charges
    where ${own({ scope })} and ${inPeriod(period)} and ${takenBy({ id, provider })}
    order by created_at, id limit ${period.limit}`;
  return withRefunds(reader, rows);
}

/** Charges of a connection that were created before a period and have refunds of that period, by the oldest of those. */
export async function refundedIn(
  reader: SystemReader,
  { scope, id, provider }: Pick<ReconciledConnection, 'scope' | 'id' | 'provider'>,
  period: RecordedPeriod,
): Promise<{
  readonly payments: RecordedPayment[];
  readonly last: PagePosition | undefined;
  readonly isFull: boolean;
}> {
  const found = await reader.sql<PagePosition & { chargeId: string }>`
    select id, created_at, charge_id from refunds
    where ${own({ scope })} and ${inPeriod(period)} and not exists (
      select from refunds earlier
      where earlier.merchant_id = refunds.merchant_id and earlier.livemode = refunds.livemode
        and earlier.charge_id = refunds.charge_id and earlier.created_at >= ${period.from}
        and (earlier.created_at, earlier.id) < (refunds.created_at, refunds.id))
    order by created_at, id limit ${period.limit}`;
  const rows = await reader.sql<ChargeColumns>`
    select ${chargeColumns} from charges
    where ${own({ scope })} and id = any (${found.map(({ chargeId }) => chargeId)}::text[])
      and created_at < ${period.from} and ${takenBy({ id, provider })}
    order by created_at, id`;
  return { payments: await withRefunds(reader, rows), last: found.at(-1), isFull: found.length === period.limit };
}

/** Charges that a provider's payments name, of any account that is connected to it. */
export async function recordedAs(
  reader: SystemReader,
  { provider, ids }: { readonly provider: ProviderName; readonly ids: readonly string[] },
): Promise<RecordedPayment[]> {
  if (ids.length === 0) return [];
  const rows = await reader.sql<ChargeColumns>`
    select ${chargeColumns} from charges
    where ${acrossMerchants} and livemode and provider = ${provider} and id = any (${ids}::text[])`;
  return withRefunds(reader, rows);
}

/** Those that are older than connections name their provider alone, of which there was one. */
const takenBy = ({ id, provider }: Pick<ReconciledConnection, 'id' | 'provider'>): Fragment => fragment`
  provider = ${provider} and (connection_id = ${id} or connection_id is null)`;

async function withRefunds({ sql }: SystemReader, rows: readonly ChargeColumns[]): Promise<RecordedPayment[]> {
  const found =
    rows.length === 0
      ? []
      : await sql<RefundColumns>`
          select ${refunds.pick('id', 'chargeId', 'amount', 'status', 'externalRefundId', 'createdAt', 'isOutOfBand')}
          from refunds
          where ${acrossMerchants} and livemode and charge_id = any (${rows.map(({ id }) => id)}::text[])
          order by created_at, id`;
  const byCharge = Map.groupBy(found, ({ chargeId }) => chargeId);
  return rows.map(({ paymentMethod, provider, ...row }) => ({
    ...row,
    refunds: (byCharge.get(row.id) ?? []).map(({ isOutOfBand, ...refund }) => ({
      ...refund,
      isByMerchant: isReturnedByMerchant({ isOutOfBand }, { paymentMethod, provider }),
    })),
  }));
}
