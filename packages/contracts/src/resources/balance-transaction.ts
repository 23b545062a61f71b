import { z } from 'zod';
import { Currency } from '../enums.ts';
import { BalanceTransactionStatus, BalanceTransactionType, FeeDetailType } from '../payment-enums.ts';
import { Money, SignedMoney, Timestamp } from '../primitives.ts';

/** One component of the fee of a balance transaction. */
export const FeeDetail = z
  .object({ type: FeeDetailType, amount: Money, currency: Currency, description: z.string() })
  .meta({ id: 'FeeDetail', description: 'One component of the fee of a balance transaction.' });
export type FeeDetail = z.infer<typeof FeeDetail>;

/** A change of the merchant's balance. */
export const BalanceTransaction = z
  .object({
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
    exchangeRate: z.number().nullable(),
    description: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'BalanceTransaction', description: "A change of the merchant's balance." });
export type BalanceTransaction = z.infer<typeof BalanceTransaction>;
