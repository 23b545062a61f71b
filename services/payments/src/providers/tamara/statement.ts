import { Currency } from '@mizan/contracts';
import { pageOf, type PageStore } from '../page-provider/page-records.ts';
import { fromDecimal } from '../port/decimal-amount.ts';
import { isRefusal, type JsonClient } from '../port/json-client.ts';
import type { StatedPayment, StatementCharge } from '../port/provider-statement.ts';
import { chargeOfReference } from '../port/references.ts';
import { type Money, Order } from './tamara-objects.ts';

/** Those that can be captured; all others but the last are over. */
const held = ['authorised', 'updated'];
const waiting = ['new', 'on_hold', 'approved'];

/** The order of a charge. Tamara documents no list of orders. */
export async function readStatement(
  { client, store }: { readonly client: JsonClient; readonly store: PageStore },
  { id, externalChargeId }: StatementCharge,
): Promise<readonly StatedPayment[]> {
  const page = await pageOf(store, id);
  const orderId = externalChargeId ?? (page?.op === 'page' ? page.paymentId : undefined);
  if (orderId === undefined) return [];
  try {
    const path = `/orders/${encodeURIComponent(orderId)}`;
    return [statedOf(await client.read({ method: 'GET', path, answer: Order }))];
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.status === 404) return [];
    throw thrown;
  }
}

/** @throws Error an amount is none of its currency */
function statedOf(order: Order): StatedPayment {
  const { order_id: reference, status, total_amount: total, transactions } = order;
  const minor = (money: Money | null | undefined): number => {
    if (!money) return 0;
    const currency = Currency.safeParse(money.currency.toUpperCase());
    const read = currency.success ? fromDecimal(money.amount, currency.data) : undefined;
    if (read === undefined)
      throw new Error(`Tamara: order ${reference} has the amount ${money.amount} ${money.currency}`);
    return read;
  };
  const captured = minor(order.captured_amount);
  const open = held.includes(status) ? 'held' : waiting.includes(status) ? 'waiting' : 'ended';
  return {
    reference,
    chargeId: chargeOfReference(order.order_reference_id) ?? null,
    state: captured > 0 ? 'captured' : open,
    amount: captured > 0 ? captured : minor(total),
    currency: total.currency.toUpperCase(),
    refunded: minor(order.refunded_amount),
    refunds: (transactions?.refunds ?? []).map((each) => ({
      reference: each.refund_id,
      refundId: each.merchant_refund_id ?? null,
      mayBe: 'none', // ours are never sent without their name
      amount: each.total_amount ? minor(each.total_amount) : null,
      state: 'succeeded',
    })),
  };
}
