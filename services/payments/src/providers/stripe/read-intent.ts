import { AdviceCode, Currency } from '@mizan/contracts';
import type { Stripe } from 'stripe';
import { expectIntent, type RequestedIntent } from './expect-intent.ts';
import { describeFailure, type FailureReason, isDeclineCode } from '../port/describe-failure.ts';
import type { CardDetails } from '../port/provider-method.ts';
import type { Approved, Declined, RequiresAction, SyncOutcome } from '../port/provider-outcome.ts';
import { cardOfCharge, cardOfMethod } from './read-card.ts';

/** How long a buyer has on the bank's page. Stripe itself sets no end, so the attempt is canceled then. */
export const actionWindowMs = 30 * 60_000;

/** How long an authorization may wait for its capture, however much longer the card's network would hold it. */
const captureWindowMs = 7 * 24 * 60 * 60_000;

type PaymentError = NonNullable<Stripe.PaymentIntent['last_payment_error']>;

/** Expanded in every PaymentIntent: its charge says how the card was used, and its balance transaction what Stripe takes. */
export const expanded = { expand: ['latest_charge.balance_transaction'] };

/**
 * How the payment of a charge stands, from Stripe's PaymentIntent; `not_found` for one that was never confirmed, which moved no
 * money. The buyer's time runs from when its authorization started.
 *
 * @throws Error that `isOfStripe` knows: it is not the payment that was requested
 */
export function outcomeOf(answer: Stripe.PaymentIntent, requested: RequestedIntent): SyncOutcome {
  const intent = expectIntent(answer, requested);
  const at = new Date(requested.attempt.at);
  if (intent.amount_received > 0) return approved(intent, intent.amount_received, true);
  switch (intent.status) {
    case 'requires_confirmation':
      return isAuthenticated(intent) ? { kind: 'awaits_server', expiresAt: endOfAction(at) } : { kind: 'not_found' };
    case 'requires_payment_method':
      return intent.last_payment_error ? declined(intent, intent.last_payment_error) : { kind: 'not_found' };
    case 'requires_action':
      return requiresAction(intent, at);
    case 'requires_capture':
      return approved(intent, intent.amount_capturable, false);
    case 'canceled':
      return canceled(intent);
    case 'processing':
    case 'succeeded': // without money: it is on its way
      return { kind: 'pending', checkAgainAt: null, instructionsUrl: null, bankTransfer: null };
    default:
      throw new Error(`PaymentIntent ${intent.id} is in a state that this version does not know`);
  }
}

/**
 * Whether the buyer of a payment that the merchant's server confirms has authenticated. It gets its method by its first
 * confirmation alone, so that one with a method was confirmed before.
 */
const isAuthenticated = ({ confirmation_method: confirmationMethod }: Stripe.PaymentIntent): boolean =>
  confirmationMethod === 'manual';

const endOfAction = (at: Date): Date => new Date(at.getTime() + actionWindowMs);

function canceled(intent: Stripe.PaymentIntent): SyncOutcome {
  const { cancellation_reason: reason } = intent;
  if (reason === 'abandoned') return abandoned(intent);
  // Stripe's own reasons for giving up an authorization: an older and a newer name of the same.
  return reason === 'automatic' || reason === 'expired' ? { kind: 'canceled', isExpired: true } : { kind: 'canceled' };
}

function approved(intent: Stripe.PaymentIntent, amount: number, captured: boolean): Approved {
  const charge = chargeOf(intent);
  return {
    kind: 'approved',
    captured,
    amount,
    capturable: intent.amount_capturable,
    captureBefore: intent.amount_capturable > 0 ? captureBeforeOf(charge) : null,
    reference: intent.id,
    networkReference: charge?.payment_method_details?.card?.network_transaction_id ?? null,
    card: usedCard(intent),
    isAvailableAtOnce: false,
    isDisputed: charge?.disputed ?? false,
    ...feeOf(charge),
  };
}

/** What Stripe takes, in the currency that it settles in; none while it has not booked the charge. */
function feeOf(charge: Stripe.Charge | null): Pick<Approved, 'providerFee'> {
  const booked = charge?.balance_transaction;
  if (!booked || typeof booked === 'string') return {};
  const currency = Currency.safeParse(booked.currency.toUpperCase());
  return currency.success ? { providerFee: { amount: booked.fee, currency: currency.data } } : {};
}

/** By Stripe's clock: a lost answer is found long after the hold started. */
function captureBeforeOf(charge: Stripe.Charge | null): Date | null {
  if (!charge) return null;
  const ownEnd = charge.created * 1000 + captureWindowMs;
  const ofNetwork = charge.payment_method_details?.card?.capture_before;
  return new Date(ofNetwork ? Math.min(ownEnd, ofNetwork * 1000) : ownEnd);
}

function declined(intent: Stripe.PaymentIntent, error: PaymentError): Declined {
  const reason = reasonOf(error);
  const isSent = isDeclineCode(reason) && error.charge !== undefined && reason !== 'incorrect_number';
  const failure = describeFailure(reason, true, isSent);
  return {
    kind: 'declined',
    ...failure,
    networkDeclineCode: isSent ? (error.network_decline_code ?? failure.networkDeclineCode) : null,
    adviceCode: AdviceCode.nullable()
      .catch(failure.adviceCode)
      .parse(error.advice_code ?? failure.adviceCode),
    reference: intent.id,
    card: usedCard(intent),
    isStillPayable: true, // with its client secret, which Stripe shows to the buyer's browser
  };
}

/** Stripe's error in our words. Its decline codes are the vocabulary of ours; what it adds later is a generic decline. */
function reasonOf({ code, decline_code: declineCode }: PaymentError): FailureReason {
  if (code === 'payment_intent_authentication_failure') return 'authentication_failed';
  const given = declineCode ?? code ?? '';
  const named = sameAs[given] ?? given;
  if (isDeclineCode(named)) return named;
  if (code === 'card_declined') return 'generic_decline';
  const ofCode = sameAs[code ?? ''] ?? code ?? '';
  return isDeclineCode(ofCode) ? ofCode : 'provider_declined';
}

/** Stripe's other names for declines of the vocabulary. */
const sameAs: Readonly<Record<string, FailureReason>> = {
  invalid_cvc: 'incorrect_cvc',
  invalid_number: 'incorrect_number',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  new_account_information_available: 'invalid_account',
  offline_pin_required: 'authentication_required',
  online_or_offline_pin_required: 'authentication_required',
  revocation_of_all_authorizations: 'revocation_of_authorization',
  testmode_decline: 'generic_decline',
  invalid_pin: 'generic_decline',
  incorrect_pin: 'generic_decline',
  incorrect_zip: 'generic_decline',
  incorrect_address: 'generic_decline',
  pin_try_exceeded: 'generic_decline',
};

const abandoned = (intent: Stripe.PaymentIntent): Declined => ({
  kind: 'declined',
  ...describeFailure('customer_abandoned', true, false),
  reference: intent.id,
  card: usedCard(intent),
});

function requiresAction(intent: Stripe.PaymentIntent, at: Date): RequiresAction {
  const redirectUrl = intent.next_action?.redirect_to_url?.url;
  if (!redirectUrl) throw new Error(`PaymentIntent ${intent.id} requires an action that is no redirect`);
  const expiresAt = endOfAction(at);
  return { kind: 'requires_action', redirectUrl, expiresAt, checkAgainAt: expiresAt, voucher: null };
}

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null;

/** From the charge, else from the method that failed before there was one; null when Stripe shows neither. */
function usedCard(intent: Stripe.PaymentIntent): CardDetails | null {
  const ofCharge = chargeOf(intent)?.payment_method_details?.card;
  if (ofCharge) return cardOfCharge(ofCharge);
  const ofMethod = intent.last_payment_error?.payment_method?.card;
  return ofMethod ? cardOfMethod(ofMethod) : null;
}
