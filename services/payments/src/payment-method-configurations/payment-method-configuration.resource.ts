import type { PaymentMethodConfiguration } from '@mizan/contracts';
import type { PaymentMethodConfigurationRow } from './payment-method-configuration.entity.ts';

/** The configuration as the API and its events show it. */
export const toConfigurationResource = (row: PaymentMethodConfigurationRow): PaymentMethodConfiguration => ({
  id: row.id,
  object: 'payment_method_configuration',
  name: row.name,
  isDefault: row.is_default,
  paymentMethodTypes: row.method_types.map(({ type, enabled, limits }) => ({
    type,
    enabled,
    limits: limits.map(({ currency, minTransactionAmount, maxTransactionAmount }) => ({
      currency,
      minTransactionAmount,
      maxTransactionAmount,
    })),
  })),
  merchantId: row.merchant_id,
  livemode: row.livemode,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
