import { type AccountProfile, type Currency, type PaymentMethodType, paymentMethods } from '@mizan/contracts';
import { type Database, Problem, type Scope } from '@mizan/service-kit';
import type { TokenizedMethod, TokenizeRequest } from '../port/adapter.ts';
import { manualName, type MethodCapability } from '../port/capabilities.ts';
import type { ManualReceiver } from '../port/provider-method.ts';
import type { Provider } from '../port/provider.ts';
import { createManualProvider } from './manual-provider.ts';
import { databaseStore } from './manual-store.ts';

/** A method that an account receives without a provider, in one currency. */
export interface ManualOffer {
  readonly capability: MethodCapability;
  readonly currency: Currency;
  /** Where the buyer sends the money; null where it comes to the merchant's door. */
  readonly receiver: ManualReceiver | null;
}

/** What an account receives without a provider, by its settings. */
export function manualOffersOf({ supportedCurrencies, manualMethods }: AccountProfile): ManualOffer[] {
  const { cash_on_delivery: cash, bank_transfer: accounts, instapay } = manualMethods;
  const offer = (type: PaymentMethodType, currency: Currency, receiver: ManualReceiver | null): ManualOffer[] =>
    paymentMethods[type].currencies.includes(currency)
      ? [{ capability: capabilityOf(type, currency), currency, receiver }]
      : [];
  return supportedCurrencies.flatMap(({ code }) => [
    ...(cash.enabled ? offer('cash_on_delivery', code, null) : []),
    ...accounts.flatMap(({ currency, ...receiver }) =>
      currency === code ? offer('bank_transfer', code, receiver) : [],
    ),
    ...(instapay.handle === null ? [] : offer('instapay', code, { handle: instapay.handle })),
  ]);
}

/** The merchant takes every amount; it can be marked as paid in parts, and is refunded outside the platform. */
const capabilityOf = (type: PaymentMethodType, currency: Currency): MethodCapability => ({
  type,
  currencies: [currency],
  captures: 'none',
  capturesPart: false,
  holdDays: null,
  refunds: 'none',
  refundWindowDays: null,
  offSession: false,
  manualConfirmation: false,
  callbacks: false,
  inquiry: true,
  amountStep: () => 1,
});

/** Moves the money of payments without a provider: only the merchant says that it came. */
export const manualMoney = (db: Database, scope: Scope): Provider => createManualProvider(databaseStore(db, scope));

/**
 * The method of a request with where its money goes to, as the settings say at this moment.
 *
 * @throws Problem `payment_method_mismatch`: a token, which nothing takes
 */
export function tokenizeManual(
  { paymentMethod: { type, token } }: Pick<TokenizeRequest, 'paymentMethod'>,
  receiver: ManualReceiver | null,
): TokenizedMethod {
  if (token !== undefined || type === undefined)
    throw new Problem('payment_method_mismatch', 'This payment method takes no token.', {
      param: 'paymentMethod.token',
    });
  return { method: { type, token: manualName, card: null, cardInfo: null, ...(receiver && { receiver }) } };
}
