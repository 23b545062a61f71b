import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { BankAccount } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { id, moment, scopeColumns } from '../tables/columns.ts';

/** A bank account of a merchant. */
export const BankAccountEntity = defineEntity({
  name: 'BankAccount',
  tableName: 'bank_accounts',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    holderName: p.text(),
    country: p.text(),
    currency: p.text().$type<BankAccount['currency']>(),
    last4: p.text(),
    /** The IBAN, sealed with AES-256-GCM by a key of the service. */
    sealed: p.blob(),
    createdAt: moment(),
  },
  indexes: indexesOf('bank_accounts', { newest: '(merchant_id, livemode, created_at desc, id desc)' }),
});

/** A row of `bank_accounts`, as raw SQL reads and writes it. */
export type BankAccountRow = InferEntity<typeof BankAccountEntity>;
