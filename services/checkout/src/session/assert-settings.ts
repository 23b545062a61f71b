import type { AfterCompletion, ConfirmationMethod, Currency, LiveMethod } from '@mizan/contracts';
import { assertSecureUrls, Problem } from '@mizan/service-kit';

interface Urls {
  readonly afterCompletion?: AfterCompletion | undefined;
  readonly cancelUrl?: string | null | undefined;
}

/** Refuses http addresses in live mode. @throws Problem `parameter_invalid` */
export const assertReturnUrls = ({ afterCompletion, cancelUrl }: Urls, livemode: boolean): void =>
  assertSecureUrls(livemode, {
    cancelUrl,
    'afterCompletion.redirect.url': afterCompletion?.redirect?.url,
    'afterCompletion.hostedConfirmation.returnUrl': afterCompletion?.hostedConfirmation?.returnUrl,
  });

/**
 * Refuses confirmation by the merchant's server where nothing that takes the currency allows it.
 *
 * @param live undefined in test mode, which allows it
 * @throws Problem `parameter_invalid`
 */
export function assertConfirmationMethod(
  payment: { readonly confirmationMethod?: ConfirmationMethod } | undefined,
  live: readonly LiveMethod[] | undefined,
  currency: Currency,
): void {
  const known = live?.filter((method) => method.currency === currency) ?? [];
  if (payment?.confirmationMethod !== 'manual' || known.length === 0) return;
  if (known.some(({ supportsManualConfirmation }) => supportsManualConfirmation)) return;
  const param = 'paymentIntentData.confirmationMethod';
  throw new Problem('parameter_invalid', `${param} must be automatic: no provider of this account allows it.`, {
    param,
  });
}
