/** Parameters of a request by their flat names, or the members of an error. */
export type Fields = Readonly<Record<string, unknown>>;

/** What Stripe answers instead of an object. */
export class StripeRefused extends Error {
  readonly status: number;
  readonly error: Fields;

  constructor(status: number, error: Fields) {
    super(String(error['message']));
    this.status = status;
    this.error = error;
  }
}

/** A PaymentIntent, with what Stripe keeps to itself about it. */
export interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly capture_method: string;
  readonly metadata: Fields;
  readonly method: string;
  readonly isMulticapture: boolean;
  status: string;
  amount_capturable: number;
  amount_received: number;
  amount_refunded: number;
  cancellation_reason: string | null;
  last_payment_error: Fields | null;
  next_action: Fields | null;
  return_url: string | null;
  isAuthenticated: boolean;
  /** When its charge was made, Unix seconds. */
  chargedAt: number;
}

/** A Refund, with what Stripe keeps to itself about it. */
export interface Refund {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly metadata: Fields;
  readonly method: string;
  readonly at: number;
}

/** When refunds of the slow and the failing method are decided. */
export const refundMs = 24 * 60 * 60_000;

/** What Stripe's own test methods do here, by name. */
export const methods = {
  approving: 'pm_card_visa',
  declining: 'pm_card_visa_chargeDeclinedStolenCard',
  poor: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  challenging: 'pm_card_threeDSecure2Required',
  silent: 'pm_card_answerLost',
  uncapturable: 'pm_card_captureFails',
  slowToRefund: 'pm_card_pendingRefund',
  failingToRefund: 'pm_card_refundFail',
  shortlyHeld: 'pm_card_heldForFiveDays',
} as const;

/** A PaymentIntent as Stripe shows it; its charge in full where the request expands it. */
export function showIntent(intent: Intent, fields: Fields = {}): Fields {
  const {
    method,
    isMulticapture: _,
    isAuthenticated,
    return_url: _url,
    amount_refunded: _refunded,
    chargedAt,
    ...shown
  } = intent;
  const isCharged = intent.status === 'succeeded' || intent.status === 'requires_capture' || intent.last_payment_error;
  const chargeId = `ch_of_${intent.id}`;
  const charge = {
    id: chargeId,
    object: 'charge',
    created: chargedAt,
    disputed: false,
    payment_method_details: used(method, isAuthenticated, intent.capture_method === 'manual' ? chargedAt : null),
  };
  return {
    ...shown,
    object: 'payment_intent',
    payment_method: intent.status === 'requires_payment_method' ? null : method,
    latest_charge: !isCharged ? null : fields['expand[0]'] === 'latest_charge' ? charge : chargeId,
  };
}

/** A Refund as Stripe shows it at `now`. */
export function showRefund({ id, payment_intent, amount, metadata, method, at }: Refund, now: number): Fields {
  const isRipe = now >= at + refundMs;
  const status =
    method === methods.slowToRefund && !isRipe
      ? 'pending'
      : method === methods.failingToRefund && isRipe
        ? 'failed'
        : 'succeeded';
  return {
    id,
    object: 'refund',
    payment_intent,
    amount,
    metadata,
    status,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    destination_details: { type: 'card', card: { type: 'refund', reference_status: 'pending' } },
  };
}

/** A PaymentMethod as Stripe shows it. @throws StripeRefused none of the known ones */
export function methodOf(id: string): Fields {
  if (!Object.values(methods).some((known) => known === id))
    throw new StripeRefused(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'payment_method',
      message: `No such PaymentMethod: '${id}'`,
    });
  return {
    id,
    object: 'payment_method',
    type: 'card',
    card: {
      brand: 'visa',
      funding: 'credit',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
      country: 'US',
      fingerprint: 'Xt5EWLLDS7FJjR1c',
      wallet: null,
      checks: { cvc_check: 'pass', address_line1_check: null, address_postal_code_check: null },
    },
  };
}

/** How long networks hold an authorization, seconds. */
const holdSeconds = (method: string): number => (method === methods.shortlyHeld ? 5 : 30) * 24 * 60 * 60;

function used(method: string, isAuthenticated: boolean, heldSince: number | null): Fields {
  const { card } = methodOf(method) as { card: Fields };
  const capture_before = heldSince === null ? undefined : heldSince + holdSeconds(method);
  const three_d_secure = isAuthenticated ? { result: 'authenticated', version: '2.2.0' } : null;
  return { type: 'card', card: { ...card, three_d_secure, capture_before, network_transaction_id: '482910385719204' } };
}

/** The refusal of what an intent's status does not allow. */
export function unexpectedState(intent: Intent, verb: string): StripeRefused {
  return new StripeRefused(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: showIntent(intent),
  });
}

/** The refusal of a request that cannot be served. */
export const invalid = (message: string, code?: string, param?: string): StripeRefused =>
  new StripeRefused(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
