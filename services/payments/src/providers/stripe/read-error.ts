import { Problem } from '@mizan/service-kit';
import type { Stripe } from 'stripe';
import type { FailureReason } from '../port/describe-failure.ts';
import type { Unknown } from '../port/provider-outcome.ts';

/** A request that Stripe itself refused: it has judged the request and done nothing. */
export interface StripeRefusal {
  readonly status: number;
  /** Stripe's error code, such as `payment_intent_unexpected_state`. */
  readonly code: string | undefined;
  /** The parameter that was wrong. */
  readonly param: string | undefined;
  /** For the merchant. */
  readonly message: string;
}

/**
 * Reads what a call of the SDK threw. Only a request that Stripe judged is a refusal: 402, or 400 and 404 about the
 * request itself. A connection that broke, a timeout, 409, 429, 5xx and a key that is not accepted say nothing about
 * what an earlier request under the same idempotency key has done, and are undefined.
 */
export function refusalOf(thrown: unknown): StripeRefusal | undefined {
  if (!isOfStripe(thrown)) return undefined;
  const { type, statusCode: status, code, param, message } = thrown;
  if (status === undefined || (type !== 'StripeCardError' && type !== 'StripeInvalidRequestError')) return undefined;
  return { status, code, param, message };
}

/** Whether Stripe does not accept the key, whatever the request is. A key that merely lacks a permission is accepted. */
export const isOfKey = ({ type }: Stripe.errors.StripeError): boolean => type === 'StripeAuthenticationError';

/**
 * The permission that a restricted key lacks, as Stripe names it, such as `rak_refund_write`; empty where it names none.
 * Undefined: the key is not the reason.
 */
export function missingPermissionOf(thrown: unknown): string | undefined {
  if (!isOfStripe(thrown) || thrown.type !== 'StripePermissionError') return undefined;
  return /\brak_[a-z_]{1,80}\b/.exec(thrown.message)?.[0] ?? '';
}

/** What is said of a key that Stripe does not accept. */
export const keyRefusal = 'Stripe does not accept this key.';

/** An unknown outcome. Its cause names the error and nothing of the request: bodies and keys stay out of logs. */
export function unknownAfter({ type, statusCode, code, requestId }: Stripe.errors.StripeError): Unknown {
  const named = [type, statusCode, code, requestId].filter((part) => part !== undefined).join(' ');
  return { kind: 'unknown', cause: new Error(`Stripe: ${named}`) };
}

/** Why a payment failed that Stripe refused before it reached a network. */
export function reasonOf({ code, param }: StripeRefusal): FailureReason {
  if (code === 'amount_too_small' || code === 'amount_too_large' || param === 'amount') return 'invalid_amount';
  return param === 'currency' ? 'currency_not_supported' : 'provider_declined';
}

/** Refuses a request that needs an answer of Stripe before anything is changed. @param provider as its reader knows it */
export const unanswered = (
  { type, statusCode }: { readonly type: string; readonly statusCode?: number | undefined },
  provider: string,
): Problem =>
  new Problem('internal_error', `${provider} does not answer. Nothing was changed; try again shortly.`, {
    status: 503,
    retryAfterSeconds: 1,
    cause: new Error(`Stripe: ${type} ${statusCode ?? ''}`),
  });

/** Refuses a request that needs what the account's key may not do at Stripe. @param permission as {@link missingPermissionOf} names it */
export const lackingPermission = (permission: string): Problem =>
  new Problem(
    'internal_error',
    `The key of this account lacks a permission at the payment provider${permission && ` (${permission})`}. Nothing was changed and no money was moved. The key needs the permission, or the credentials of its connection have to be replaced.`,
    { status: 503, cause: new Error(`Stripe: the key lacks ${permission || 'a permission'}`) },
  );

/** Refuses a request that needs an answer of Stripe, which does not accept the account's key. */
export const refusedKey = ({ statusCode }: Stripe.errors.StripeError): Problem =>
  new Problem(
    'internal_error',
    'The payment provider does not accept the key of this account. Nothing was changed and no money was moved. The credentials of its connection have to be replaced.',
    { status: 503, cause: new Error(`Stripe: the key is refused with ${statusCode ?? ''}`) },
  );

/** An answer that is not Stripe's, although its status may say so: of a proxy, for example. */
class UnreadableAnswer extends Error {
  readonly type = 'StripeUnreadableAnswer';
}

/** An answer about a payment, amount, currency or charge that was not requested: nothing may be concluded from it. */
export class AnotherPayment extends Error {
  readonly type = 'StripeAnotherPayment';
}

/** An answer of the SDK, which returns any JSON without an error. @throws Error that {@link isOfStripe} knows: it is another object */
export function expectObject<Answer extends { readonly object: string }>(
  answer: Answer,
  object: Answer['object'],
): Answer {
  if (answer.object !== object) throw new UnreadableAnswer(`the answer is no ${object}`);
  return answer;
}

/** Whether the SDK threw it: an answer of Stripe, or no answer. */
export const isOfStripe = (thrown: unknown): thrown is Stripe.errors.StripeError =>
  thrown instanceof Error && 'type' in thrown && typeof thrown.type === 'string' && thrown.type.startsWith('Stripe');
