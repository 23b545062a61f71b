import type { Scope } from '@mizan/service-kit';
import type { AccountCache } from './accounts/account-cache.ts';
import type { SettlementRules } from './intents/settlement.ts';
import type { Provider } from './providers/provider.ts';

/** What the verbs of this service need beside a transaction; made once when the service starts. */
export interface Wiring {
  readonly accounts: AccountCache;
  /** Who moves the money of an account and mode; undefined where nobody does. */
  readonly providerOf: (scope: Scope) => Provider | undefined;
  readonly settlementRulesOf: (scope: Scope) => SettlementRules;
  readonly clientSecretOf: (id: string) => string;
  /** The account's secret key of card fingerprints. */
  readonly pepperOf: (scope: Scope) => string;
  /** Base of public pages, without a slash at its end. */
  readonly publicUrl: string;
  /** Base of the documentation. */
  readonly docsUrl: string;
}
