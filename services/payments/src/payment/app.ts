import type { AccountProfile, ExchangeRate, PageCardEntry, PaymentMethodInput } from '@mizan/contracts';
import { AnswerCache, type Reader, type Scope } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { CurrencyPair } from '../exchange-rates/find-rates.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { Provider } from '../providers/port/provider.ts';
import type { Simulator } from '../providers/simulator/simulator.ts';

/** What the verbs of this service need beside a transaction. */
export interface App {
  readonly accounts: AnswerCache<AccountProfile>;
  /** Who moves the money of an account and mode; undefined where nobody does. Its calls always end in time. */
  readonly providerOf: (scope: Scope) => Provider | undefined;
  /** What plays the processor of test mode, with what only it can do. */
  readonly simulatorOf: (scope: Scope) => Simulator;
  /** Whether new payments are taken for an account in this mode: in live mode once it is connected to a provider. */
  readonly takesPayments: (scope: Scope) => Promise<boolean>;
  /**
   * Reads a payment method of live mode: a token that the provider's hosted field made, never a card number.
   *
   * @param country of the account
   * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
   */
  readonly liveMethodOf: (scope: Scope, input: PaymentMethodInput, country: string) => Promise<ProviderMethod>;
  /** Finds out whose account at Stripe a connection of before that was asked leads to, as far as Stripe says. */
  readonly knowStripeAccount: (scope: Scope) => Promise<void>;
  /** Where the buyers of an account type their cards; null in test mode, and while it is not connected. */
  readonly cardEntryOf: (reader: Reader) => Promise<PageCardEntry | null>;
  /** Whose account at Stripe a secret key opens. @throws Problem `parameter_invalid`, `internal_error` 503 */
  readonly stripeAccountIdOf: (secretKey: string) => Promise<string>;
  /** An event of Stripe for this account; undefined when its signature is wrong, or the account not connected. */
  readonly stripeEventOf: (
    scope: Scope,
    callback: { readonly body: Buffer; readonly signature: string | undefined },
  ) => Promise<Stripe.Event | undefined>;
  readonly settlementRulesOf: (scope: Scope) => SettlementRules;
  /** The rate of a payment priced in another currency. @throws Problem as `lockExchangeRate` */
  readonly lockRate: (reader: Reader, pair: CurrencyPair) => Promise<{ exchangeRate: ExchangeRate }>;
  readonly clientSecretOf: (id: string) => string;
  /** Compares in constant time. */
  readonly ownsClientSecret: (id: string, presented: string | undefined) => boolean;
  /** The account's secret key of card fingerprints. */
  readonly pepperOf: (scope: Scope) => string;
  /** Base of the documentation. */
  readonly docsUrl: string;
}

/** When captured funds of an account and mode can be used. */
export interface SettlementRules {
  /** True: at the moment of capture. */
  readonly isInstant: boolean;
  /** Otherwise this long after it. */
  readonly delayDays: number;
}
