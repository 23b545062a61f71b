import type { AfterCompletion, ConfirmationMethod } from '@mizan/contracts';
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

/** @throws Problem `parameter_invalid`: live mode supports automatic confirmation only */
export function assertConfirmationMethod(
  payment: { readonly confirmationMethod?: ConfirmationMethod } | undefined,
  livemode: boolean,
): void {
  if (!livemode || payment?.confirmationMethod !== 'manual') return;
  const param = 'paymentIntentData.confirmationMethod';
  throw new Problem('parameter_invalid', `${param} must be automatic in live mode.`, { param });
}
