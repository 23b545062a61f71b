import type { Charge } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { loadPayment, lockIntent } from '../payment/payment.ts';
import { simulatorName } from '../providers/simulator/simulator.ts';
import { findReported, newDispute } from './new-dispute.ts';
import { settleDispute } from './settle-dispute.ts';

/** How long merchants have to answer a dispute of the simulator. */
const responseMs = 7 * 24 * 60 * 60_000;

type ChargeEvent = BusEvent<'charge.succeeded' | 'charge.captured' | 'charge.updated' | 'charge.expired'>;

/** Whether the simulator disputes the charge. */
export const isDisputedBySimulator = ({ captured, disputed, config }: Charge): boolean =>
  captured && disputed && config?.['provider'] === simulatorName;

/**
 * Opens the dispute of a test card whose payer objects, once its payment has succeeded, and withdraws the money. The event
 * of a charge is published with that of its payment, and may come more than once: a charge is disputed once. What was
 * refunded before is left out.
 */
export async function onCharge(tx: Tx, app: App, { object }: ChargeEvent): Promise<void> {
  const intent = await lockIntent(tx, object.paymentIntentId);
  if (!intent) return; // its test data were deleted
  if (intent.amountCapturable > 0) return; // its payment has not succeeded: more may be captured
  const payment = await loadPayment(tx, intent);
  for (const { row } of payment.charges) {
    const amount = row.amountCaptured - row.amountRefunded;
    if (!row.disputed || row.isSurplus || row.provider !== simulatorName || amount === 0) continue;
    const externalDisputeId = `sim_${row.id}`;
    if (await findReported(tx, { provider: simulatorName, externalDisputeId })) continue;
    const evidenceDueBy = new Date(tx.now.getTime() + responseMs);
    const opened = { amount, reason: 'fraudulent', isInquiry: false, evidenceDueBy, externalDisputeId } as const;
    const dispute = { row: newDispute(row, tx.now, { ...opened, lostAt: evidenceDueBy }), movements: [] };
    await settleDispute(tx, app, { payment, dispute, change: { isWithdrawn: true } });
  }
}
