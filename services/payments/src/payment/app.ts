import { noLiveMethod, type AccountProfile } from '@mizan/contracts';
import {
  type AnswerCache,
  type BoundCalls,
  type Database,
  type LoadContext,
  type Metrics,
  Problem,
  type Scope,
  type ServiceSecrets,
} from '@mizan/service-kit';
import type { Providers } from '../providers/registry.ts';
import type { OrderCache } from './order-cache.ts';
import type { PublicLinks } from './public-links.ts';

/** The running service, as its verbs use it. */
export interface App {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  readonly metrics: Metrics;
  /** Profiles of accounts, as the gateway last sent them. */
  readonly accounts: AnswerCache<AccountProfile>;
  readonly providers: Providers;
  /** Calls other services on behalf of an account and mode. */
  readonly callsFor: (scope: Scope) => BoundCalls;
  /** What receipts list. */
  readonly orders: OrderCache;
  /** Pages of receipts. */
  readonly receipts: PublicLinks;
  /** Pages on which buyers say where the money of a refund goes. */
  readonly refundPages: PublicLinks;
  readonly cardTestingLimits: CardTestingLimits;
  readonly settlementRulesOf: (scope: Scope) => SettlementRules;
  /** How often the whole ledger is verified at most. */
  readonly ledgerVerifySeconds: number;
  /** Whether live mode may be connected with credentials of a provider's sandbox. */
  readonly allowsSandboxes: boolean;
  /** What Apple reads below /.well-known/ of the hosted page; null: the operator has set none. */
  readonly appleDomainFile: string | null;
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

/** The account that is about to be paid. @throws Problem `merchant_not_activated`: it may not take live payments */
export async function assertPaymentsEnabled(context: LoadContext, { accounts }: App): Promise<AccountProfile> {
  const account = await accounts.get(context);
  if (context.scope.livemode && !account.livePaymentsEnabled) throw paymentsNotEnabled();
  return account;
}

export const paymentsNotEnabled = (): Problem =>
  new Problem('merchant_not_activated', 'Payments are not enabled for this account in this mode yet.');

/** The refusal of a currency that nobody takes in live mode. */
export const noMethodFor = (...missing: Parameters<typeof noLiveMethod>): Problem =>
  new Problem('merchant_not_activated', noLiveMethod(...missing));
