import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { ConfiguredPaymentMethod } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import { id, moment, scopeColumns, uniqueIndex } from '../tables/columns.ts';

/** Which ways to pay a checkout offers, and for which amounts. */
export const PaymentMethodConfigurationEntity = defineEntity({
  name: 'PaymentMethodConfiguration',
  tableName: 'payment_method_configurations',
  properties: {
    id: id().primary(),
    ...scopeColumns(),
    /** Grows by one with each event of the configuration. */
    version: p.integer(),
    name: p.text(),
    isDefault: p.boolean(),
    methodTypes: p.json().$type<readonly ConfiguredPaymentMethod[]>(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  checks: [
    {
      name: 'payment_method_configurations_enabled',
      expression: `jsonb_path_exists(method_types, '$[*]."enabled"?(@ == true)')`,
    },
  ],
  indexes: [
    ...indexesOf('payment_method_configurations', {
      newest: '(merchant_id, livemode, created_at desc, id desc)',
    }),
    uniqueIndex(
      'payment_method_configurations_default',
      'payment_method_configurations (merchant_id, livemode) where is_default',
    ),
  ],
});

/** A row of `payment_method_configurations`, as raw SQL reads and writes it. */
export type PaymentMethodConfigurationRow = InferEntity<typeof PaymentMethodConfigurationEntity>;

/**
 * What was made with a configuration and is not over yet, so that it cannot be deleted. The default one is not listed: it
 * is never deleted.
 */
export const PaymentMethodConfigurationUseEntity = defineEntity({
  name: 'PaymentMethodConfigurationUse',
  tableName: 'payment_method_configuration_uses',
  properties: {
    merchantId: id().primary(),
    livemode: p.boolean().primary(),
    /** Id of the session. */
    usedBy: id().primary(),
    configurationId: () =>
      p
        .manyToOne(PaymentMethodConfigurationEntity)
        .mapToPk()
        .primary()
        .fieldName('configuration_id')
        .deleteRule('no action'),
    /** When that ends by itself; null: never. */
    until: moment().strictNullable(),
  },
  indexes: indexesOf('payment_method_configuration_uses', {
    configuration: '(configuration_id)',
    until: '(until) where until is not null',
  }),
});
