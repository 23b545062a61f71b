import { defineEntity, p } from '@mikro-orm/core';
import { scopeColumns } from '../columns.ts';

/** Counts what was published about a balance; the amounts are the stored balances of the ledger. */
export const BalanceEntity = defineEntity({
  name: 'Balance',
  tableName: 'balances',
  properties: {
    merchant_id: scopeColumns().merchant_id.primary(),
    livemode: scopeColumns().livemode.primary(),
    version: p.integer(),
  },
});
