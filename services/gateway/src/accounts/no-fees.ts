import type { FeeRule } from '@mizan/contracts';
import type { EnabledCurrency } from './account.entity.ts';

/** Terms without fees: payments need a rule for their method and currency, so each has one of 0. */
export const noFees = (currencies: readonly EnabledCurrency[]): FeeRule[] =>
  currencies.flatMap(({ code, paymentMethodTypes }) =>
    paymentMethodTypes.map((paymentMethodType) => ({
      paymentMethodType,
      currency: code,
      brand: null,
      isOnUs: null,
      isInternational: null,
      ratePpm: 0,
      fixed: 0,
      provider: null,
      refundFixed: 0,
    })),
  );
