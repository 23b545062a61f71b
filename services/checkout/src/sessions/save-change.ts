import { json, type Tx } from '@mizan/service-kit';
import type { Session } from './session.ts';

/** Writes what a merchant may change. The row must be locked. */
export async function saveChange(tx: Tx, session: Session): Promise<void> {
  await tx.sql`
    update checkout_sessions
    set updated_at = ${session.updatedAt}, amount_subtotal = ${session.amountSubtotal},
      amount_total = ${session.amountTotal}, total_details = ${json(session.totalDetails)},
      line_items = ${json(session.lineItems)}, settings = ${json(session.settings)},
      customer_id = ${session.customerId}, customer = ${json(session.customer)},
      customer_details = ${json(session.customerDetails)}, custom_fields = ${json(session.customFields)},
      discounts = ${json(session.discounts)}, pricing = ${json(session.pricing)}
    where id = ${session.id}`;
}
