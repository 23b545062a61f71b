import { type BusEvent, formerAttributes, own, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { lockIntent } from '../payment/payment.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';

/**
 * Records when the mail that requests a buyer's bank details was accepted. Published only while the refund still shows it; a
 * repeated event, and one of a refund whose test data were deleted, change nothing.
 */
export async function onMailAccepted(
  tx: Tx,
  app: Pick<App, 'refundPages'>,
  { object: { template, aboutId }, time }: BusEvent<'mail.accepted'>,
): Promise<void> {
  if (template !== 'refund_details') return;
  const find = () => tx.one<RefundRow>`select ${refunds.columns} from refunds where ${own(tx)} and id = ${aboutId}`;
  const seen = await find();
  if (!seen) return;
  await lockIntent(tx, seen.paymentIntentId);
  const before = await find();
  if (!before || before.emailSentAt) return;
  const shown = toRefundResource(before, app);
  const isShown = shown.nextAction !== undefined;
  const changes = { emailSentAt: time, version: before.version + (isShown ? 1 : 0), updatedAt: tx.now };
  await tx.sql`update refunds set ${refunds.set(changes)} where ${own(tx)} and id = ${aboutId}`;
  if (!isShown) return;
  const object = toRefundResource({ ...before, ...changes }, app);
  const previousAttributes = formerAttributes(shown, object);
  tx.emit('refund.updated', { object, version: changes.version, previousAttributes });
}
