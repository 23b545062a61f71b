import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Metadata, ProviderFault, ProviderOperation } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { amount, id, moment, scopeColumns } from '../../tables/columns.ts';

/** How the simulator misbehaves at the next operations that match; never in live mode. */
export const ProviderExpectationEntity = defineEntity({
  name: 'ProviderExpectation',
  tableName: 'provider_expectations',
  properties: {
    merchantId: scopeColumns().merchantId.primary(),
    livemode: scopeColumns().livemode.primary(),
    id: id().primary(),
    operation: p.text().$type<ProviderOperation>(),
    /** What narrows the match; null where everything will do. */
    amount: amount().strictNullable(),
    metadata: p.json().$type<Metadata>().strictNullable(),
    reference: id().strictNullable(),
    fault: p.json().$type<ProviderFault>(),
    /** Operations that it still happens to. */
    remaining: p.integer(),
    expiresAt: moment(),
    createdAt: moment(),
  },
  indexes: indexesOf('provider_expectations', { left: '(merchant_id, livemode, operation, id) where remaining > 0' }),
  checks: [
    {
      name: 'provider_expectations_operation',
      expression: `operation in ('authorize', 'capture', 'refund', 'cancel', 'sync')`,
    },
    { name: 'provider_expectations_remaining', expression: 'remaining >= 0 and remaining <= 1000' },
    { name: 'provider_expectations_of_test_mode', expression: 'not livemode' },
  ],
});

/** A row of `provider_expectations`, as raw SQL reads and writes it. */
export type ProviderExpectationRow = InferEntity<typeof ProviderExpectationEntity>;
