import { newId, type BalanceTransaction } from '../state.ts';
import { nowSeconds, owned, type Caller } from '../stripe-app.ts';

const holdSeconds = 2 * 24 * 60 * 60; // until funds are available

/** 2.9 % and 30 units of a charge, 1,500 of a disputed one; nothing of a refund, and nothing is returned by one. */
const feeOf = ({ type, amount }: Pick<BalanceTransaction, 'type' | 'amount'>): number =>
  type === 'charge'
    ? Math.min(amount, Math.round(amount * 0.029) + 30)
    : type === 'adjustment' && amount < 0
      ? 1_500
      : 0;

/** Books a movement of the account's balance. @param movement amount negative when money leaves */
export function addBalanceTransaction(
  caller: Caller,
  movement: Pick<BalanceTransaction, 'type' | 'sourceId' | 'amount' | 'currency'>,
): BalanceTransaction {
  const transaction = {
    ...owned(caller, newId('txn')),
    ...movement,
    fee: feeOf(movement),
    availableOn: nowSeconds(caller.app) + (movement.type === 'charge' ? holdSeconds : 0),
  };
  caller.app.state.balanceTransactions.push(transaction);
  caller.app.mark('balanceTransactions', transaction);
  return transaction;
}

/** A BalanceTransaction as Stripe shows it. */
export const renderBalanceTransaction = (now: number, each: BalanceTransaction): Readonly<Record<string, unknown>> => ({
  id: each.id,
  object: 'balance_transaction',
  amount: each.amount,
  available_on: each.availableOn,
  balance_type: 'payments',
  created: each.created,
  currency: each.currency,
  description: null,
  exchange_rate: null,
  fee: each.fee,
  fee_details:
    each.fee === 0
      ? []
      : [
          {
            amount: each.fee,
            application: null,
            currency: each.currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ],
  net: each.amount - each.fee,
  reporting_category: each.type,
  source: each.sourceId,
  status: each.availableOn <= now ? 'available' : 'pending',
  type: each.type,
});
