import type { PaymentIntent, Refund } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';

/** `re_… EGP 50.00 SUCCEEDED; re_… EGP 20.00 REQUIRES_ACTION (waits for the buyer)`, oldest first; undefined if there are none. */
export function refundsText({ charges }: PaymentIntent): string | undefined {
  const texts = charges.flatMap(({ refunds }) => refunds).map(refundText);
  return texts.length === 0 ? undefined : texts.join('; ');
}

function refundText({ id, amount, currency, status }: Refund): string {
  const text = `${id} ${moneyText(amount, currency)} ${status}`;
  // The payment is REFUNDED already: its amount has left the balance, but not yet arrived at the buyer.
  return status === 'REQUIRES_ACTION' ? `${text} (waits for the buyer)` : text;
}
