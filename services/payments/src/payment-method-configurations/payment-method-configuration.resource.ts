import type { PaymentMethodConfiguration } from '@mizan/contracts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';

/** The configuration as the API and its events show it. */
export const toConfigurationResource = (row: PaymentMethodConfigurationRow): PaymentMethodConfiguration => ({
  id: row.id,
  object: 'payment_method_configuration',
  name: row.name,
  isDefault: row.isDefault,
  paymentMethodTypes: row.methodTypes.map(({ type, enabled, limits }) => ({
    type,
    enabled,
    limits: limits.map(({ currency, minTransactionAmount, maxTransactionAmount }) => ({
      currency,
      minTransactionAmount,
      maxTransactionAmount,
    })),
  })),
  merchantId: row.merchantId,
  livemode: row.livemode,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
