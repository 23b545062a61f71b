import type { RefundTransferTo } from '@mizan/contracts';
import { acrossMerchants, fragment, type JobContext, own, type Reader, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { refundDetails } from '../payment/refund-details.table.ts';

/** Keeps where the buyer wants the money of a refund to go, sealed; the first one stays. */
export async function keepTransfer(
  tx: Tx,
  { secrets }: Pick<App, 'secrets'>,
  { refundId, transferTo }: { readonly refundId: string; readonly transferTo: RefundTransferTo },
): Promise<void> {
  const sealed = secrets.encrypt(JSON.stringify(transferTo));
  await tx.sql`
    ${refundDetails.insert([{ ...tx.scope, refundId, sealed, createdAt: tx.now }])} on conflict (refund_id) do nothing`;
}

/** Where the buyer wants the money of a refund to go; undefined where nothing was entered, or it was deleted. */
export async function findTransfer(
  reader: Pick<Reader, 'one' | 'scope'>,
  { secrets }: Pick<App, 'secrets'>,
  refundId: string,
): Promise<RefundTransferTo | undefined> {
  const row = await reader.one<{ sealed: Uint8Array }>`
    select sealed from refund_details where ${own(reader)} and refund_id = ${refundId}`;
  return row && (JSON.parse(secrets.decrypt(Buffer.from(row.sealed))) as RefundTransferTo);
}

/** How long the details are kept after a refund has ended: a bank may return the money within that time. */
const keptDays = 90;

/** Deletes the details of refunds that ended long ago, by the clock of their account. */
export async function forgetTransfers({ db }: Pick<JobContext, 'db'>): Promise<number> {
  const endedLongAgo = db.clocks.isDue(
    fragment`(refunds.updated_at + ${keptDays} * interval '1 day')`,
    fragment`refunds`,
  );
  const deleted = await db.system.sql`
    delete from refund_details using refunds
    where ${acrossMerchants} and refunds.id = refund_details.refund_id
      and refunds.status in ('SUCCEEDED', 'FAILED', 'CANCELED') and ${endedLongAgo}
    returning 1`;
  return deleted.length;
}
