// Generated from payment-method-configuration.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type {
  PaymentMethodConfigurationEntity,
  PaymentMethodConfigurationUseEntity,
} from './payment-method-configuration.entity.ts';

/** The table of {@link PaymentMethodConfigurationEntity}. */
export const paymentMethodConfigurations = table<InferEntity<typeof PaymentMethodConfigurationEntity>>(
  'payment_method_configurations',
  {
    id: 'text',
    merchant_id: 'text',
    livemode: 'boolean',
    version: 'int',
    name: 'text',
    is_default: 'boolean',
    method_types: 'jsonb',
    created_at: 'timestamptz(3)',
    updated_at: 'timestamptz(3)',
  },
);

/** The table of {@link PaymentMethodConfigurationUseEntity}. */
export const paymentMethodConfigurationUses = table<InferEntity<typeof PaymentMethodConfigurationUseEntity>>(
  'payment_method_configuration_uses',
  {
    merchant_id: 'text',
    livemode: 'boolean',
    used_by: 'text',
    configuration_id: 'text',
    until: 'timestamptz(3)',
  },
);
