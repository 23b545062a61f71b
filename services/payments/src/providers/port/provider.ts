import type { BillingDetails, CaptureMethod, ConfirmationMethod, Currency, SettlesTo } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import type { ProviderMethod } from './provider-method.ts';
import type {
  CancelOutcome,
  CaptureOutcome,
  PaymentOutcome,
  RefundFailed,
  RefundOutcome,
  RefundSucceeded,
  SyncOutcome,
  SyncRefundOutcome,
  Unsent,
} from './provider-outcome.ts';

/**
 * What moves the money of an account and mode. The caller commits a row before it calls, and no transaction is
 * open while it waits; that row's id is the idempotency key, so that any call may be repeated after a crash. Rules
 * that every implementation keeps, and that `conformance.test-support.ts` proves:
 * - the same key answers the same and moves money at most once;
 * - a lost answer is `unknown`, never `declined`: the caller queries it with `sync`;
 * - after `cancel` has answered `canceled`, an authorization under that key moves no money, whenever it arrives.
 */
export interface Provider {
  /** Requests the money of one charge; captures it at once when `captureMethod` is automatic. */
  authorize(request: AuthorizeRequest): Promise<PaymentOutcome | Unsent>;
  /** Queries the state of an authorization; never starts one. */
  sync(request: ChargeRequest): Promise<SyncOutcome>;
  /** Passes on what the buyer did on the page that `requires_action` named. */
  completeAction(request: CompleteActionRequest): Promise<SyncOutcome>;
  /** Captures all or part of an authorization. */
  capture(request: CaptureRequest): Promise<CaptureOutcome>;
  /**
   * Releases what is authorized and not captured, or cancels an attempt that waits for the buyer. Answers `already_captured`
   * without releasing anything while more was captured than is recorded.
   */
  cancel(request: CancelRequest): Promise<CancelOutcome>;
  /** Sends captured money back. */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** Queries the state of a refund; a refund that succeeded can turn into a failed one. */
  syncRefund(request: SyncRefundRequest): Promise<SyncRefundOutcome>;
  /**
   * Records what the operator found of a refund that `syncRefund` leaves unknown, so that later ones of its charge are sent;
   * calls no provider. Answers what counts: an answer that came meanwhile stays. Absent where nothing waits for it.
   */
  endRefund?(request: EndRefundRequest): Promise<RefundSucceeded | RefundFailed>;
}

/** Names a charge; `now` is the account's clock, which runs ahead of real time in test mode. */
export interface ChargeRequest {
  /** Id of the charge: the idempotency key of its authorization. */
  readonly chargeId: string;
  readonly now: Date;
}

export interface CancelRequest extends ChargeRequest {
  /** What is recorded as captured of the charge, minor units. */
  readonly recorded: number;
}

export interface AuthorizeRequest extends ChargeRequest {
  /** Minor units of `currency`, at least 1. */
  readonly amount: number;
  readonly currency: Currency;
  readonly captureMethod: CaptureMethod;
  /** `manual`: after its buyer has acted the payment waits for the merchant's server. Absent: automatic. */
  readonly confirmationMethod?: ConfirmationMethod;
  readonly method: ProviderMethod;
  /** Who pays, as far as it is known; for providers that want to know. */
  readonly buyer?: Buyer;
  /** Who takes the charge, one after the other, if nothing can be sent to the one that it was committed with. */
  readonly fallbacks?: readonly FallbackRoute[];
}

/** Who pays: what the charge says of it. */
export type Buyer = Readonly<BillingDetails>;

/** Who takes a charge, and what with. */
export interface ChargeRoute {
  readonly provider: string;
  /** Null where the provider has no connection. */
  readonly connectionId: string | null;
  readonly settlesTo: SettlesTo;
  readonly method: ProviderMethod;
}

/** Who takes a charge instead, and what it costs then. */
export interface FallbackRoute extends ChargeRoute {
  /** Absent in what an earlier release has stored: the terms stay. */
  readonly feeTerms?: FeeTerms;
}

export interface CompleteActionRequest extends ChargeRequest {
  /** `server`: the merchant's server confirms a payment whose buyer has acted. Absent: the buyer has come back. */
  readonly by?: 'server';
  /** The fields that the buyer's page or the provider's redirect sent. */
  readonly answer: Readonly<Record<string, string>>;
}

export interface CaptureRequest extends ChargeRequest {
  /** `<chargeId>:cap:<n>`, n = 1 for the charge's first capture. */
  readonly idempotencyKey: string;
  /** Minor units of the charge's currency, at least 1. */
  readonly amount: number;
  /** Minor units of the charge that were captured before; there is no other capture while this one is undecided. */
  readonly capturedBefore: number;
  /** True releases what is left of the authorization. */
  readonly isFinal: boolean;
}

export interface RefundRequest extends ChargeRequest {
  /** Id of the refund: its idempotency key. */
  readonly refundId: string;
  /** Minor units of the charge's currency, at least 1. */
  readonly amount: number;
}

export interface EndRefundRequest extends SyncRefundRequest {
  readonly outcome: RefundSucceeded | RefundFailed;
}

export interface SyncRefundRequest extends Pick<RefundRequest, 'refundId' | 'now'> {
  /** Of the refund, in live mode: where the adapter has no record of it, an older database may have been restored. */
  readonly chargeId?: string;
  /** Of the refund, minor units; as `chargeId`. */
  readonly amount?: number;
}

/** The idempotency key of a charge's n-th capture, 1 for the first. */
export const captureKey = (chargeId: string, n: number): string => `${chargeId}:cap:${n}`;
