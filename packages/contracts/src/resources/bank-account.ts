import { z } from 'zod';
import { Currency } from '../enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

export const BankAccount = namedObject('BankAccount', 'A bank account that payouts are sent to.', {
  id: z.string().describe('`ba_…`'),
  object: z.literal('bank_account'),
  holderName: z.string(),
  country: z.string().describe('Country of the bank, two letters (ISO 3166-1).'),
  currency: Currency.describe('The account receives payouts in this currency.'),
  last4: z.string().describe('The last four characters of the IBAN, which is not returned.'),
  createdAt: Timestamp,
});
export type BankAccount = z.infer<typeof BankAccount>;
