import type {
  AdviceCode,
  BankTransferDetails,
  Currency,
  DeclineCode,
  InstapayDetails,
  NetworkStatus,
  PaymentErrorCode,
  PaymentErrorType,
  RefundFailureReason,
  RefundPendingReason,
  RefundTransferTo,
  VoucherDetails,
} from '@mizan/contracts';
import type { ChargedCard } from './provider-method.ts';

/** The answer to an authorization. */
export type PaymentOutcome = Approved | Declined | RequiresAction | AwaitsServer | Pending | Unknown;

/** The state of an authorization. `not_found`: it never arrived; `cancel` makes sure that it never will. */
export type SyncOutcome = PaymentOutcome | Canceled | { readonly kind: 'not_found' };

/** Canceled at the provider. */
export interface Canceled {
  readonly kind: 'canceled';
  /** By the provider itself: it was not captured in time. */
  readonly isExpired?: true;
}

export interface Approved {
  readonly kind: 'approved';
  readonly captured: boolean;
  /** Minor units that are captured, or held when nothing is captured yet. */
  readonly amount: number;
  /** Minor units that are held and can still be captured; 0 when nothing is held any more. */
  readonly capturable: number;
  /** When the provider lets go of what is held; null leaves it to the caller's own time. */
  readonly captureBefore: Date | null;
  /** The provider's id of the payment. */
  readonly reference: string;
  /** The card network's or wallet's id of the payment, for disputes. */
  readonly networkReference: string | null;
  readonly card: ChargedCard | null;
  /** True when the money can be used before the usual settlement delay. */
  readonly isAvailableAtOnce: boolean;
  readonly isDisputed: boolean;
  /** What the provider takes for itself, where it says so. The charge shows it; it is not booked. */
  readonly providerFee?: ProviderFee;
}

/** A fee that a provider reports: minor units of a currency, which may not be the charge's. */
export interface ProviderFee {
  readonly amount: number;
  readonly currency: Currency;
}

/** Why a payment did not happen; what `lastPaymentError` and the charge's failure are made of. */
export interface Failure {
  readonly code: PaymentErrorCode;
  readonly type: PaymentErrorType;
  readonly declineCode: DeclineCode | null;
  /** Two characters of ISO 8583; null when no network was reached. */
  readonly networkDeclineCode: string | null;
  readonly adviceCode: AdviceCode | null;
  /** Safe to show to the buyer: never says that a card is reported lost or stolen. */
  readonly message: string;
  /** Precise, for the merchant only. */
  readonly merchantMessage: string;
  readonly networkStatus: Exclude<NetworkStatus, 'approved_by_network'>;
}

export interface Declined extends Failure {
  readonly kind: 'declined';
  /** The provider would still let the buyer pay it with another method, until it is canceled there. */
  readonly isStillPayable?: true;
  /** Null when the provider was not reached. */
  readonly reference: string | null;
  readonly card: ChargedCard | null;
}

export interface RequiresAction {
  readonly kind: 'requires_action';
  /** Page on which the buyer authenticates, enters a code, or reads how to pay. */
  readonly redirectUrl: string;
  /** Page with the same step as a field, for a frame; absent where the provider has none. */
  readonly frameUrl?: string;
  readonly expiresAt: Date;
  readonly checkAgainAt: Date | null;
  /** What the buyer pays at a kiosk. */
  readonly voucher: VoucherDetails | null;
}

/** The buyer has acted, and no money moves until the merchant's server confirms again: `completeAction` by `server`. */
export interface AwaitsServer {
  readonly kind: 'awaits_server';
  readonly expiresAt: Date;
}

/** Accepted; the result comes later. */
export interface Pending {
  readonly kind: 'pending';
  /** When the next query is useful; null leaves it to the caller's own schedule. */
  readonly checkAgainAt: Date | null;
  /** Page that tells the buyer how to send the money. */
  readonly instructionsUrl: string | null;
  readonly bankTransfer: BankTransferDetails | null;
  /** Where the buyer sends the money by InstaPay, where nothing asks the buyer to. */
  readonly instapay?: InstapayDetails | null;
}

/**
 * The request that moves money was not sent, and never will be: the provider could not be reached, or refused the
 * credentials. Another provider may take the payment.
 */
export interface Unsent {
  readonly kind: 'unsent';
  /** The answer where no other provider takes it. */
  readonly declined: Declined;
  /** For the log. */
  readonly cause: unknown;
}

/** It is unknown whether money moved. Query again; never report it as failed. */
export interface Unknown {
  readonly kind: 'unknown';
  /** For the log. */
  readonly cause: unknown;
}

export type CaptureOutcome =
  { readonly kind: 'captured'; readonly reference: string } | (Failure & { readonly kind: 'failed' }) | Unknown;

/** `already_captured`: nothing is left to release; only a refund can return the money. */
export type CancelOutcome = { readonly kind: 'canceled' } | { readonly kind: 'already_captured' } | Unknown;

export type RefundOutcome = RefundSucceeded | RefundPending | RefundFailed | Unknown;
export type SyncRefundOutcome = RefundOutcome | { readonly kind: 'not_found' };

export interface RefundSucceeded {
  readonly kind: 'succeeded';
  /** The provider's id of the refund. */
  readonly reference: string;
  /** What the buyer's bank finds the refund by. */
  readonly networkReference: string | null;
  readonly checkAgainAt: Date | null;
  /** Where the merchant has sent it, as its buyer wanted; absent where a provider has returned it. */
  readonly sentTo?: RefundTransferTo;
}

export interface RefundPending {
  readonly kind: 'pending';
  readonly reason: RefundPendingReason;
  readonly reference: string;
  readonly checkAgainAt: Date | null;
}

export interface RefundFailed {
  readonly kind: 'failed';
  readonly failureReason: RefundFailureReason;
  /** Precise, for the merchant. */
  readonly message: string;
  readonly reference: string | null;
}
