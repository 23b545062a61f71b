import { type OrderSummary, receiptItemsMax } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../config.ts';
import { orderSummaryOf } from '../session/order-summary.ts';
import { findSession } from '../session/session-rows.ts';
import { toSessionResource } from '../session/session.resource.ts';

/** What a session sold, for its receipt. @throws Problem `resource_missing` */
export async function getOrderSummary(reader: Reader, app: App, id: string): Promise<OrderSummary> {
  const row = await findSession(reader, id);
  if (!row) throw resourceMissing();
  return orderSummaryOf(toSessionResource(row, app, reader.now), receiptItemsMax);
}
