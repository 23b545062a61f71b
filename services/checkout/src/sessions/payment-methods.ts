import {
  currencyDecimals,
  paymentMethods,
  type AccountProfile,
  type Currency,
  type PaymentMethodType,
  type SessionPaymentMethod,
} from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Session } from './session.ts';

/** Bounds of one payment by any method, major units of its currency. */
const [minMajor, maxMajor] = [1, 1_000_000];

/**
 * The ways to pay that a new session offers: what the account has for the currency, narrowed to what the merchant asked
 * for.
 *
 * @throws Problem `unsupported_currency`: the account takes no payments in it
 * @throws Problem `parameter_invalid`: a type that the account does not have
 */
export function offeredMethods(
  account: AccountProfile,
  currency: Currency,
  wanted: readonly PaymentMethodType[] | undefined,
): SessionPaymentMethod[] {
  const supported = account.supportedCurrencies.find(({ code }) => code === currency);
  if (!supported)
    throw new Problem('unsupported_currency', `The account takes no payments in ${currency}.`, { param: 'currency' });
  const absent = wanted?.findIndex((type) => !supported.paymentMethodTypes.includes(type)) ?? -1;
  if (absent >= 0)
    throw new Problem('parameter_invalid', `The account does not take ${wanted?.[absent]} in ${currency}.`, {
      param: `paymentMethodTypes[${absent}]`,
    });
  const types = new Set(wanted ?? supported.paymentMethodTypes);
  return [...types].map((type) => toSessionPaymentMethod(type, currency));
}

/** The ways to pay that a session offers, as its API shows them. */
export const methodsOf = ({ settings, currency }: Pick<Session, 'settings' | 'currency'>): SessionPaymentMethod[] =>
  settings.methodTypes.map((type) => toSessionPaymentMethod(type, currency));

function toSessionPaymentMethod(type: PaymentMethodType, currency: Currency): SessionPaymentMethod {
  const traits = paymentMethods[type];
  const unit = 10 ** currencyDecimals[currency];
  return {
    type,
    displayName: traits.displayName,
    category: traits.category,
    minTransactionAmount: minMajor * unit,
    maxTransactionAmount: maxMajor * unit,
    requiredCustomerFields: [...traits.requiredCustomerFields],
    supportsRefund: true,
    supportsPartialRefund: traits.supportsPartialRefund,
    supportsPartialCapture: traits.supportsManualCapture,
    paymentConfirmation: traits.paymentConfirmation,
  };
}
