import { z } from 'zod';
import { Currency } from '../enums.ts';
import { BalanceTransactionStatus, BalanceTransactionType, FeeDetailType, SettlesTo } from '../payment-enums.ts';
import { Money, namedObject, SignedMoney, Timestamp } from '../primitives.ts';

export const FeeDetail = namedObject('FeeDetail', 'One component of the fee of a balance transaction.', {
  type: FeeDetailType,
  amount: Money,
  currency: Currency,
  description: z.string(),
});
export type FeeDetail = z.infer<typeof FeeDetail>;

export const BalanceTransaction = namedObject('BalanceTransaction', "A change of the merchant's balance.", {
  id: z.string().describe('`txn_…`'),
  object: z.literal('balance_transaction'),
  type: BalanceTransactionType,
  gross: SignedMoney,
  fee: SignedMoney.describe('Charged by the platform, including VAT.'),
  net: SignedMoney.describe('gross - fee: the change of the balance.'),
  currency: Currency,
  status: BalanceTransactionStatus,
  availableOn: Timestamp.describe('When the funds become available.'),
  feeDetails: z.array(FeeDetail).describe('Components of `fee`. They add up to it.'),
  source: z
    .object({ type: z.enum(['charge', 'refund', 'payout']), id: z.string() })
    .nullable()
    .describe('The cause of the transaction. `null` for the initial balance of test mode.'),
  settlesTo: SettlesTo.optional().describe(
    'Who receives the money of the payment. Of `merchant`, `gross` never becomes payable, and `fee` reduces what is. Absent in events of earlier releases.',
  ),
  exchangeRate: z.number().nullable(),
  description: z.string().nullable(),
  createdAt: Timestamp,
});
export type BalanceTransaction = z.infer<typeof BalanceTransaction>;
