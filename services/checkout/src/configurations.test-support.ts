import { PaymentMethodType, type ConfiguredPaymentMethod, type PaymentMethodConfiguration } from '@mizan/contracts';

/** What a configuration says about a method that it enables without limits. */
export const anyAmountBy = (type: PaymentMethodType): ConfiguredPaymentMethod => ({ type, enabled: true, limits: [] });

/** The configuration of sessions that name none: every method, no limits. */
export const defaultConfiguration: PaymentMethodConfiguration = {
  id: 'pmc_default',
  object: 'payment_method_configuration',
  name: 'Default',
  isDefault: true,
  paymentMethodTypes: PaymentMethodType.options.map(anyAmountBy),
  merchantId: 'acct_test',
  livemode: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
