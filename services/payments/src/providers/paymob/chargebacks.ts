import { Currency } from '@mizan/contracts';
import { fromDecimal } from '../port/decimal-amount.ts';
import { getTransaction } from './find-payment.ts';
import type { PaymobContext } from './paymob-store.ts';

/**
 * Minor units that the payer's bank has taken back of a payment. Paymob reports no disputes; it shows this amount, in major
 * units, when the transaction of a card is queried. @throws Error without an answer, or with an amount that is none
 */
export async function takenBack(context: Pick<PaymobContext, 'client'>, externalChargeId: string): Promise<number> {
  const { id, currency, data } = await getTransaction(context, Number(externalChargeId));
  const shown = data?.migs_order?.chargeback?.amount ?? 0;
  const amount = fromDecimal(shown, Currency.parse(currency));
  if (amount === undefined) throw new Error(`Paymob: the chargeback of transaction ${id} is ${shown} ${currency}`);
  return amount;
}
