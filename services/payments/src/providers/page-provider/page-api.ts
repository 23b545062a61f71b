import type { FailureReason } from '../port/describe-failure.ts';
import type { AuthorizeRequest, CaptureRequest } from '../port/provider.ts';
import type { AttemptRecord, PageRecord, PageStore, RejectedRecord } from './page-records.ts';

/**
 * What differs between providers whose buyers agree on the provider's page, and which can be queried about everything: the
 * rest is the same for all of them. Every call may throw `ProviderRefusal` and `ProviderUnanswered`.
 */
export interface PageApi {
  /** For messages. */
  readonly name: string;
  /** Whether a capture or refund that is sent again under its key is carried out once. */
  readonly isIdempotent: boolean;
  /** Whether a capture ends the authorization: what it leaves is released. */
  readonly capturesOnce: boolean;
  /** Prepares a page on which the buyer agrees; no money moves before that. */
  prepare(request: AuthorizeRequest, page: NewPage): Promise<PageRecord | RejectedRecord>;
  /** Queries a payment. @throws Error it is not the one that was requested, or contradicts itself */
  find(page: PageRecord, attempt: AttemptRecord): Promise<PagePayment>;
  /** Takes up what the buyer has agreed to; for providers with the state `agreed`. */
  accept?(page: PageRecord): Promise<void>;
  /**
   * Captures, and releases the rest if it is final. Called only while the payment shows that it has not happened yet.
   *
   * @returns minor units that are captured under the key: those of an earlier capture, and nothing is released, where an older
   *   state of the platform’s database is restored and the key is used a second time
   */
  capture(page: PageRecord, capture: PageCapture): Promise<number>;
  /** Releases what is not captured. @param rest minor units */
  release(page: PageRecord, rest: PageAmount): Promise<void>;
  /** Sends captured money back. @returns the provider's id of the refund */
  refund(page: PageRecord, refund: PageRefund): Promise<string>;
}

/** A page that is about to be prepared. */
export interface NewPage {
  /** For the provider to know the payment by; each try has another one. */
  readonly reference: string;
  /** When the payment was requested, ISO 8601: the buyer's time runs from then. */
  readonly at: string;
}

export type PageAmount = Pick<AuthorizeRequest, 'amount' | 'currency'>;

export interface PageCapture extends PageAmount, Pick<CaptureRequest, 'idempotencyKey'> {
  /** Minor units that are released because it is the last capture; 0 for others. */
  readonly rest: number;
}

export interface PageRefund extends PageAmount {
  readonly refundId: string;
}

/** A payment as a provider shows it, in words that are the same for all of them. */
export interface PagePayment {
  /**
   * `agreed`: the provider waits until the merchant takes it up. `authorized`: something can be captured. `closed`: nothing can
   * any more. The rest never brings money.
   */
  readonly state: 'waiting' | 'agreed' | 'authorized' | 'closed' | 'declined' | 'expired';
  /** Why it is `declined`, where the provider says so; absent: it does not accept this buyer. */
  readonly reason?: FailureReason;
  /** Minor units that were captured. */
  readonly captured: number;
  /** Minor units that can still be captured. */
  readonly capturable: number;
  /** When it has to be captured, earlier than the provider captures by itself. */
  readonly captureBefore: Date | null;
  /** Minor units that were refunded. */
  readonly refunded: number;
  readonly refunds: readonly { readonly refundId: string | null; readonly id: string }[];
}

/** What a provider of pages works with: one connection. */
export interface PageContext {
  readonly api: PageApi;
  readonly store: PageStore;
  /** The provider has refused the credentials of the connection. */
  readonly onCredentialsRefused: (reason: string) => Promise<void>;
}

/** Longer than a request that lost its answer can still be under way. */
export const underWayMs = 2 * 60_000;
