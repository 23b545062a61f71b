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
    merchantId: 'text',
    livemode: 'boolean',
    version: 'int',
    name: 'text',
    isDefault: 'boolean',
    methodTypes: 'jsonb',
    createdAt: 'timestamptz(3)',
    updatedAt: 'timestamptz(3)',
  },
);

/** The table of {@link PaymentMethodConfigurationUseEntity}. */
export const paymentMethodConfigurationUses = table<InferEntity<typeof PaymentMethodConfigurationUseEntity>>(
  'payment_method_configuration_uses',
  {
    merchantId: 'text',
    livemode: 'boolean',
    usedBy: 'text',
    configurationId: 'text',
    until: 'timestamptz(3)',
  },
);
