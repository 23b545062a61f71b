import { randomBytes } from 'node:crypto';
import type { Callback } from '../server/callback-sender.ts';
import type { StripeErrorBody } from './api/refusal.ts';

/** Whose an object is: nothing of another account or mode is visible to a key. */
export interface Owned {
  readonly id: string;
  readonly accountId: string;
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
}

export interface ApiKey {
  readonly value: string;
  /** null: a restricted key without any permission. */
  readonly accountId: string | null;
  isRevoked: boolean;
}

export type Metadata = Record<string, string>;
export type Wallet = 'apple_pay' | 'google_pay';

export interface BillingDetails {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Readonly<Record<string, string>>;
}

export interface Method extends Owned {
  /** Of the card, in full: this is no real card. */
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly hasCvc: boolean;
  readonly wallet: Wallet | null;
  readonly billingDetails: BillingDetails;
  /** It pays once: no customer owns it. */
  isUsed: boolean;
}

/** What a wallet's sheet yields, or a card that was sent for a token. */
export interface CardToken extends Owned {
  readonly number: string;
  readonly wallet: Wallet | null;
  isUsed: boolean;
}

export interface ConfirmationToken extends Owned {
  readonly methodId: string;
  readonly returnUrl: string | null;
  readonly setupFutureUsage: string | null;
  readonly useStripeSdk: boolean;
  /** Unix seconds; null once it was used. */
  expiresAt: number | null;
  intentId: string | null;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

/** A PaymentIntent. Amounts are in the currency's smallest unit. */
export interface Intent extends Owned {
  amount: number;
  currency: string;
  readonly captureMethod: 'automatic' | 'automatic_async' | 'manual';
  readonly confirmationMethod: 'automatic' | 'manual';
  readonly allowedTypes: readonly string[] | null;
  readonly automaticMethods: { readonly enabled: boolean; readonly allow_redirects: 'always' | 'never' } | null;
  readonly requestsMulticapture: boolean;
  readonly clientSecret: string;
  metadata: Metadata;
  description: string | null;
  receiptEmail: string | null;
  setupFutureUsage: string | null;
  methodId: string | null;
  status: IntentStatus;
  amountCapturable: number;
  amountReceived: number;
  amountRefunded: number;
  canceledAt: number | null;
  cancellationReason: string | null;
  lastError: StripeErrorBody | null;
  /** Where the buyer returns; null: the page that confirms handles the action itself. */
  returnUrl: string | null;
  useStripeSdk: boolean;
  isAuthenticated: boolean;
  latestChargeId: string | null;
}

export interface Charge extends Owned {
  readonly intentId: string;
  readonly methodId: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  status: 'succeeded' | 'failed';
  amountCaptured: number;
  amountRefunded: number;
  isCaptured: boolean;
  /** The payer's bank has objected to it at least once. */
  isDisputed?: boolean;
  readonly isAuthenticated: boolean;
  /** When an authorization is released, Unix seconds; null for one that was captured at once. */
  readonly captureBefore: number | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  balanceTransactionId: string | null;
}

export interface Refund extends Owned {
  readonly intentId: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: Metadata;
  status: 'pending' | 'succeeded' | 'failed';
  failureReason: string | null;
  readonly balanceTransactionId: string;
  failureBalanceTransactionId: string | null;
  /** When it is decided, milliseconds since 1970, and how; null once it is, or from the start. */
  due: { readonly at: number; readonly status: 'succeeded' | 'failed' } | null;
}

/** A payer's bank objects to a charge. */
export interface Dispute extends Owned {
  readonly chargeId: string;
  readonly intentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  metadata: Metadata;
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost';
  evidence: Readonly<Record<string, string>>;
  /** Unix seconds. */
  readonly dueBy: number;
  submissions: number;
  /** The withdrawal, then the return. */
  readonly balanceTransactionIds: string[];
}

export interface BalanceTransaction extends Owned {
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  readonly sourceId: string;
  /** Negative when money leaves. */
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
  readonly availableOn: number;
}

export interface Domain extends Owned {
  readonly domainName: string;
  isEnabled: boolean;
}

export interface Endpoint extends Owned {
  readonly url: string;
  readonly enabledEvents: readonly string[];
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly secret: string;
}

export interface StripeEvent extends Owned {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
}

/** The first answer under an idempotency key. */
export interface KeptAnswer {
  /** Scope and key. */
  readonly id: string;
  readonly request: string;
  readonly status: number;
  readonly body: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface StripeState {
  readonly version: 1;
  readonly accountId: string;
  readonly webhookSecret: string;
  hasMulticapture: boolean;
  readonly keys: ApiKey[];
  readonly intents: Intent[];
  readonly charges: Charge[];
  readonly refunds: Refund[];
  readonly disputes: Dispute[];
  readonly methods: Method[];
  readonly cardTokens: CardToken[];
  readonly confirmationTokens: ConfirmationToken[];
  readonly balanceTransactions: BalanceTransaction[];
  readonly domains: Domain[];
  readonly endpoints: Endpoint[];
  events: StripeEvent[];
  answers: KeptAnswer[];
  /** Webhooks that are not accepted yet. */
  readonly callbacks: Callback[];
}

/** The account's credentials of one mode. */
export interface StripeCredentials {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signs webhooks of endpoints that {@link StripeStandIn.addWebhookEndpoint} makes. */
  readonly webhookSecret: string;
}

export interface StripeAccount extends StripeCredentials {
  /** `acct_…` */
  readonly id: string;
}

export function createState(given: Partial<StripeAccount>): StripeState {
  const accountId = given.id ?? newId('acct');
  const key = (value: string): ApiKey => ({ value, accountId, isRevoked: false });
  return {
    version: 1,
    accountId,
    webhookSecret: given.webhookSecret ?? newId('whsec'),
    hasMulticapture: true,
    keys: [
      key(given.secretKey ?? newId('sk_test')),
      key(given.publishableKey ?? newId('pk_test')),
      key(newId('sk_live')),
      key(newId('pk_live')),
    ],
    intents: [],
    charges: [],
    refunds: [],
    disputes: [],
    methods: [],
    cardTokens: [],
    confirmationTokens: [],
    balanceTransactions: [],
    domains: [],
    endpoints: [],
    events: [],
    answers: [],
    callbacks: [],
  };
}

/** Collections that grow with use: their rows are written one by one. */
export const collections = [
  'intents',
  'charges',
  'refunds',
  'disputes',
  'methods',
  'cardTokens',
  'confirmationTokens',
  'balanceTransactions',
  'events',
  'answers',
] as const;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `pi_` and 24 letters that no one can guess. */
export const newId = (prefix: string): string =>
  `${prefix}_${[...randomBytes(24)].map((byte) => letters[byte % letters.length]).join('')}`;
