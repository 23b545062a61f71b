// Generated from bank-account.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { BankAccountEntity } from './bank-account.entity.ts';

/** The table of {@link BankAccountEntity}. */
export const bankAccounts = table<InferEntity<typeof BankAccountEntity>>('bank_accounts', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  holderName: 'text',
  country: 'text',
  currency: 'text',
  last4: 'text',
  sealed: 'bytea',
  createdAt: 'timestamptz(3)',
});
