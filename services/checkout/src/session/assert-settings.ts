import type { AfterCompletion, ConfirmationMethod } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

interface Urls {
  readonly afterCompletion?: AfterCompletion | undefined;
  readonly cancelUrl?: string | null | undefined;
}

/**
 * Refuses addresses that no buyer may be sent to: http in live mode, or a user name that makes the host look like
 * another.
 *
 * @throws Problem `parameter_invalid`
 */
export function assertReturnUrls({ afterCompletion, cancelUrl }: Urls, livemode: boolean): void {
  const urls = {
    cancelUrl,
    'afterCompletion.redirect.url': afterCompletion?.redirect?.url,
    'afterCompletion.hostedConfirmation.returnUrl': afterCompletion?.hostedConfirmation?.returnUrl,
  };
  for (const [param, value] of Object.entries(urls)) {
    if (value === undefined || value === null) continue;
    const url = new URL(value);
    if (livemode && url.protocol !== 'https:')
      throw new Problem('parameter_invalid', `${param} must be an https URL in live mode.`, { param });
    if (url.username || url.password)
      throw new Problem('parameter_invalid', `${param} must not contain a user name or password.`, { param });
  }
}

/** @throws Problem `parameter_invalid`: live mode supports automatic confirmation only */
export function assertConfirmationMethod(
  payment: { readonly confirmationMethod?: ConfirmationMethod } | undefined,
  livemode: boolean,
): void {
  if (!livemode || payment?.confirmationMethod !== 'manual') return;
  const param = 'paymentIntentData.confirmationMethod';
  throw new Problem('parameter_invalid', `${param} must be automatic in live mode.`, { param });
}
