import type { AccountProfile } from '@mizan/contracts';
import {
  type AnswerCache,
  type Database,
  type LoadContext,
  type Metrics,
  Problem,
  type Scope,
  type ServiceSecrets,
} from '@mizan/service-kit';
import type { Providers } from '../providers/registry.ts';

/** The running service, as its verbs use it. */
export interface App {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  readonly metrics: Metrics;
  /** Profiles of accounts, as the gateway last sent them. */
  readonly accounts: AnswerCache<AccountProfile>;
  readonly providers: Providers;
  readonly cardTestingLimits: CardTestingLimits;
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

/** How often live mode may be tried before the provider is no longer asked: testers of stolen cards try hundreds. */
export interface CardTestingLimits {
  /** Of one account. */
  readonly declinesPerHour: number;
  /** At one payment link, by buyers of one network. */
  readonly linkConfirmsPerHour: number;
  /** With one card at one account. */
  readonly attemptsPerCardAndDay: number;
}

/** When captured funds of an account and mode become available. */
export interface SettlementRules {
  /** True: when they are captured. */
  readonly isInstant: boolean;
  /** Otherwise this long after the capture. */
  readonly delayDays: number;
}

/** @throws Problem `merchant_not_activated`: not connected to a provider in this mode, or it may not take live payments */
export async function assertPaymentsEnabled(context: LoadContext, { accounts, providers }: App): Promise<void> {
  const { scope } = context;
  const isAllowed = !scope.livemode || (await accounts.get(context)).livePaymentsEnabled;
  if (!isAllowed || !(await providers.of(scope).connect.isConnected(scope))) throw paymentsNotEnabled();
}

export const paymentsNotEnabled = (): Problem =>
  new Problem('merchant_not_activated', 'Payments are not enabled for this account in this mode yet.');
