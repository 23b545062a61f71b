import type { AccountProfile } from '@mizan/contracts';
import type { AnswerCache, Database, Metrics, Scope, ServiceSecrets } from '@mizan/service-kit';
import type { Providers } from '../providers/registry.ts';

/** The running service, as its verbs use it. */
export interface App {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  readonly metrics: Metrics;
  /** Profiles of accounts, as the gateway last sent them. */
  readonly accounts: AnswerCache<AccountProfile>;
  readonly providers: Providers;
  readonly settlementRulesOf: (scope: Scope) => SettlementRules;
  /** How often the whole ledger is verified at most. */
  readonly ledgerVerifySeconds: number;
  /** Whether live mode may be connected to Stripe with keys of Stripe's test mode. */
  readonly allowsStripeTestKeys: boolean;
  /** Base of the platform, without a slash at its end. */
  readonly publicUrl: string;
  /** Base of the documentation. */
  readonly docsUrl: string;
}

/** When captured funds of an account and mode become available. */
export interface SettlementRules {
  /** True: when they are captured. */
  readonly isInstant: boolean;
  /** Otherwise this long after the capture. */
  readonly delayDays: number;
}
