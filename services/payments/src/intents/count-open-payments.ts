import type { PaymentIntentStatus } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';

/** Money may still move, or is held for the merchant. */
const open: readonly PaymentIntentStatus[] = ['PROCESSING', 'UNCAPTURED', 'AMOUNT_CAPTURABLE_UPDATED'];

/** How many payments of a customer are undecided, or authorised and not captured. */
export async function countOpenPayments(reader: Reader, customerId: string): Promise<{ openPayments: number }> {
  const row = await reader.one<{ openPayments: number }>`
    select count(*) as "openPayments" from payment_intents
    where merchant_id = ${reader.scope.merchantId} and livemode = ${reader.scope.livemode}
      and customer_id = ${customerId} and status = any(${open}::text[])`;
  return { openPayments: row?.openPayments ?? 0 };
}
