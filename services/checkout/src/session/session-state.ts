import { receivedByHand } from '@mizan/checkout-page';
import {
  paymentMethods,
  type EventType,
  type PaymentIntentStatus,
  type PaymentStatus,
  type SessionStatus,
} from '@mizan/contracts';
import type { Session, StoredPaymentIntent } from './session.ts';

type Times = Pick<Session, 'status' | 'expiresAt'>;

/** The flag clients render from: expired by status, or open and past `expiresAt`. A completed session never is. */
export const isExpired = ({ status, expiresAt }: Times, now: Date): boolean =>
  status === 'expired' || (status === 'open' && now >= expiresAt);

/** True for a checkout that saves a payment method instead of taking a payment. */
export const isSetup = ({ settings }: Pick<Session, 'settings'>): boolean => settings.mode === 'setup';

/**
 * True while a payment's outcome is not known: a confirm is running, or the provider has not answered. The session must
 * not be confirmed, changed or expired meanwhile, because the money may already have moved.
 */
export const isInDoubt = (session: Pick<Session, 'status' | 'attemptUntil' | 'paymentIntent'>): boolean =>
  session.status === 'open' && (session.attemptUntil !== null || session.paymentIntent?.status === 'PROCESSING');

/** True while the intent could still take money and must be canceled before the session may expire. */
export const isCancellable = (intent: StoredPaymentIntent | null): boolean =>
  intent !== null &&
  ['REQUIRES_PAYMENT_METHOD', 'REQUIRES_CONFIRMATION', 'REQUIRES_ACTION', 'PROCESSING', 'UNCAPTURED'].includes(
    intent.status,
  );

/** Statuses of an intent while none of its money moves or has moved. */
export const idleIntentStatuses: readonly PaymentIntentStatus[] = ['REQUIRES_PAYMENT_METHOD', 'FAILED', 'CANCELED'];

/**
 * False when no money is moving or has moved, so that stock and discounts can be released. An intent of a session requires
 * confirmation only when its buyer has acted and the merchant's server continues: stock and discounts are kept.
 */
export const needsStock = (intent: Pick<StoredPaymentIntent, 'status'> | null): boolean =>
  intent !== null && !idleIntentStatuses.includes(intent.status);

/** True while an attempt waits for the buyer's bank, or for the merchant's own server. */
export const isWaiting = ({ paymentIntent }: Pick<Session, 'paymentIntent'>): boolean =>
  paymentIntent?.status === 'REQUIRES_ACTION' || paymentIntent?.status === 'REQUIRES_CONFIRMATION';

/** How long after its expiry a session can be recovered, milliseconds: 30 days. */
const recoveryMs = 30 * 24 * 60 * 60_000;

/** True when the merchant has expired the session, which is final. */
export const isClosed = ({ status, closedByMerchant }: Pick<Session, 'status' | 'closedByMerchant'>): boolean =>
  status === 'expired' && closedByMerchant;

/** True when the session has expired because its order is paid in another checkout. */
export const isPaidElsewhere = ({
  status,
  paymentStatus,
  paidIn,
}: Pick<Session, 'status' | 'paymentStatus' | 'paidIn'>): boolean =>
  status === 'expired' && paymentStatus === 'unpaid' && paidIn !== null;

/** True while a session is open and no payment of it is in progress. */
export const isIdle = (session: Session): boolean =>
  session.status === 'open' && session.attemptUntil === null && !needsStock(session.paymentIntent);

/** Until when a session that expires as it says can be recovered. */
export const recoverableUntil = ({ expiresAt }: Pick<Session, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() + recoveryMs);

/** True where the merchant itself has received money of the payment, also where it has failed since. */
export const hasReceived = ({ paymentIntent }: Pick<Session, 'paymentIntent'>): boolean =>
  paymentIntent !== null && receivedByHand(paymentIntent) > 0;

/**
 * True when a session expired by itself and unpaid, no money can arrive any more as far as is known, and it is not too long
 * ago. Never where a part was received: a copy costs the whole again; nor where the order is paid in another checkout. Never in
 * mode setup: only the merchant's server chooses whose card is saved.
 */
export function isRecoverable(
  session: Pick<Session, 'paymentStatus' | 'paymentIntent' | 'settings' | 'closedByMerchant' | 'paidIn'> & Times,
  now: Date,
): boolean {
  const { status, paymentStatus, paymentIntent } = session;
  if (isSetup(session) || isClosed(session) || isPaidElsewhere(session)) return false;
  if (status === 'open' || paymentStatus !== 'unpaid' || needsStock(paymentIntent)) return false;
  if (hasReceived(session)) return false;
  return now < recoverableUntil(session);
}

/** Money arrived, whatever was refunded since. */
const paidStatuses: readonly PaymentIntentStatus[] = ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
const authorizedStatuses: readonly PaymentIntentStatus[] = ['UNCAPTURED', 'AMOUNT_CAPTURABLE_UPDATED'];
const lostStatuses: readonly PaymentIntentStatus[] = ['FAILED', 'CANCELED'];

/** Whether a payment has failed or was canceled; its money can still arrive, late. */
export const isLost = (intent: StoredPaymentIntent | null): boolean =>
  intent !== null && lostStatuses.includes(intent.status);

/** What a session becomes by its intent, and the event that announces it, if any. */
export interface SessionTransition {
  readonly status: SessionStatus;
  readonly paymentStatus: PaymentStatus;
  readonly event: Extract<EventType, `checkout.session.${string}`> | undefined;
}

/**
 * What a session becomes by its intent. A pure function of the two, so it does not matter where the intent comes from or
 * how often.
 *
 * An open session whose intent has failed or was canceled expires with it, as no other intent can pay for it. An expired
 * session whose money arrives after all stays expired but becomes `paid`, announced by
 * `checkout.session.async_payment_succeeded`: a late success is never dropped.
 */
export function transitionFor(
  session: Pick<Session, 'status' | 'paymentStatus' | 'paymentIntent'>,
  intent: StoredPaymentIntent,
): SessionTransition {
  const { status, paymentStatus } = session;
  const unchanged: SessionTransition = { status, paymentStatus, event: undefined };
  if (paymentStatus !== 'unpaid') return unchanged;

  if (paidStatuses.includes(intent.status)) {
    if (status === 'open') return { status: 'complete', paymentStatus: 'paid', event: 'checkout.session.completed' };
    return { status, paymentStatus: 'paid', event: 'checkout.session.async_payment_succeeded' };
  }
  if (status === 'open' && (authorizedStatuses.includes(intent.status) || isPaidLater(intent)))
    return { status: 'complete', paymentStatus: 'unpaid', event: 'checkout.session.completed' };
  if (status === 'open' && isLost(intent))
    return { status: 'expired', paymentStatus, event: 'checkout.session.expired' };
  if (status === 'complete' && isLost(intent) && !isLost(session.paymentIntent))
    return { status, paymentStatus, event: 'checkout.session.async_payment_failed' };
  return unchanged;
}

/** The buyer is done although the money comes later by nature: a voucher was issued, a transfer is awaited. */
function isPaidLater(intent: StoredPaymentIntent): boolean {
  const type = intent.paymentMethod?.type;
  if (!type) return false;
  const { completesUnpaid, paymentConfirmation } = paymentMethods[type];
  if (intent.status === 'PROCESSING') return completesUnpaid;
  return intent.status === 'REQUIRES_ACTION' && paymentConfirmation === 'voucher';
}

/** True when a session is past its time and can expire at once: no payment of it must be canceled first. */
export const isDue = (session: Session, now: Date): boolean =>
  session.status === 'open' && isExpired(session, now) && !isInDoubt(session) && !isCancellable(session.paymentIntent);
