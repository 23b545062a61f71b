import { isDeepStrictEqual } from 'node:util';
import {
  fixedSessionFields,
  type CheckoutSession,
  type DiscountInput,
  type UpdateCheckoutSession,
} from '@mizan/contracts';
import { checkFixedFields, Problem } from '@mizan/service-kit';

/**
 * Refuses a change of what a session keeps for life. A value that equals the session's own is what a client read and
 * sends back: it changes nothing.
 *
 * @param shown the session as its API shows it
 * @throws Problem `parameter_invalid`
 */
export function checkFixed(shown: CheckoutSession, body: UpdateCheckoutSession): void {
  checkFixedFields(fixedSessionFields, body, shown);
  const fixed: Record<string, unknown> = {
    mode: shown.mode,
    uiMode: shown.uiMode,
    submitType: shown.submitType,
    currency: shown.currency,
    expiresAfterMinutes: Math.round((Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)) / 60_000),
    ...(wantedDiscounts(body) ? {} : { discounts: shown.discounts }),
    ...(wantedTypes(body) ? {} : { paymentMethodTypes: shown.paymentMethodTypes }),
  };
  for (const [param, value] of Object.entries(fixed)) {
    const given = body[param as keyof UpdateCheckoutSession];
    if (given !== undefined && !isDeepStrictEqual(given, value))
      throw new Problem('parameter_invalid', `${param} cannot change after creation.`, { param });
  }
}

/** The ways to pay that a change names; undefined when it has none, or sends back what a session shows. */
export function wantedTypes({ paymentMethodTypes }: UpdateCheckoutSession) {
  const names = paymentMethodTypes?.filter((type) => typeof type === 'string');
  return names && names.length === paymentMethodTypes?.length ? names : undefined;
}

/** The discounts that a change names; undefined when it has none, or sends back what a session shows. */
export function wantedDiscounts({ discounts }: UpdateCheckoutSession): readonly DiscountInput[] | undefined {
  return discounts?.some((each) => 'object' in each) ? undefined : (discounts as readonly DiscountInput[] | undefined);
}
