import { isDeepStrictEqual } from 'node:util';
import {
  fixedSessionFields,
  type CheckoutSession,
  type DiscountInput,
  type UpdateCheckoutSession,
} from '@mizan/contracts';
import { checkFixedFields, Problem } from '@mizan/service-kit';
import { isExpired, isInDoubt } from '../session/session-state.ts';
import type { Session } from '../session/session.ts';

/**
 * Refuses a change of fields that are fixed at creation; a client may send back what the API showed.
 *
 * @param shown the session as its API shows it
 * @throws Problem `parameter_invalid`
 */
export function assertFixedFields(shown: CheckoutSession, body: UpdateCheckoutSession): void {
  checkFixedFields(fixedSessionFields, body, shown);
  const fixed: Record<string, unknown> = {
    mode: shown.mode,
    uiMode: shown.uiMode,
    submitType: shown.submitType,
    currency: shown.currency,
    expiresAfterMinutes: Math.round((Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)) / 60_000),
    ...(requestedDiscounts(body) ? {} : { discounts: shown.discounts }),
    ...(requestedTypes(body) ? {} : { paymentMethodTypes: shown.paymentMethodTypes }),
  };
  for (const [param, value] of Object.entries(fixed)) {
    const given = body[param as keyof UpdateCheckoutSession];
    if (given !== undefined && !isDeepStrictEqual(given, value))
      throw new Problem('parameter_invalid', `${param} cannot change after creation.`, { param });
  }
}

/** The payment method types that a change names; undefined when it has none, or sends back what a session shows. */
export function requestedTypes({ paymentMethodTypes }: UpdateCheckoutSession) {
  const names = paymentMethodTypes?.filter((type) => typeof type === 'string');
  return names && names.length === paymentMethodTypes?.length ? names : undefined;
}

/** The discounts that a change names; undefined when it has none, or sends back what a session shows. */
export function requestedDiscounts({ discounts }: UpdateCheckoutSession): readonly DiscountInput[] | undefined {
  return discounts?.some((each) => 'object' in each) ? undefined : (discounts as readonly DiscountInput[] | undefined);
}

/**
 * Refuses a merchant's change of a session that is complete or expired, or whose money may be moving.
 *
 * @throws Problem `resource_invalid_state` | `payment_still_confirming`
 */
export function assertUpdatable(session: Session, now: Date): void {
  if (isInDoubt(session)) throw sessionStillConfirming();
  if (session.status === 'complete') throw cannotChange('complete');
  if (isExpired(session, now)) throw cannotChange('expired');
}

/** The refusal while the outcome of a session's payment is not known. */
export const sessionStillConfirming = (): Problem =>
  new Problem('payment_still_confirming', 'A payment of this session is being confirmed. Try again shortly.', {
    retryAfterSeconds: 2,
  });

const cannotChange = (state: string): Problem =>
  new Problem('resource_invalid_state', `The session is ${state} and cannot change.`);
