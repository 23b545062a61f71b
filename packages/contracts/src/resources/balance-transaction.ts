import { z } from 'zod';
import { Currency } from '../enums.ts';
import { BalanceTransactionStatus, BalanceTransactionType, FeeDetailType } from '../payment-enums.ts';
import { Money, SignedMoney, Timestamp } from '../primitives.ts';

/** One part of the fee of a balance transaction. */
export const FeeDetail = z
  .object({ type: FeeDetailType, amount: Money, currency: Currency, description: z.string() })
  .meta({ id: 'FeeDetail', description: 'One part of the fee of a balance transaction.' });
export type FeeDetail = z.infer<typeof FeeDetail>;

/** A movement in or out of the merchant's balance. */
export const BalanceTransaction = z
  .object({
    id: z.string().describe('`txn_…`'),
    object: z.literal('balance_transaction'),
    type: BalanceTransactionType,
    gross: SignedMoney,
    fee: SignedMoney.describe('Taken by the platform, VAT on it included.'),
    net: SignedMoney.describe('gross - fee: what the balance moves by.'),
    currency: Currency,
    status: BalanceTransactionStatus,
    availableOn: Timestamp.describe('When the money can be used.'),
    feeDetails: z.array(FeeDetail).describe('Adds up to `fee`.'),
    source: z
      .object({ type: z.enum(['charge', 'refund', 'payout']), id: z.string() })
      .nullable()
      .describe('What caused it; null for the balance that test mode starts with.'),
    exchangeRate: z.number().nullable(),
    description: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'BalanceTransaction', description: "A movement in or out of the merchant's balance." });
export type BalanceTransaction = z.infer<typeof BalanceTransaction>;
