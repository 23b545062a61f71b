import type { CreateCheckoutSession, ConfirmationMethod } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

type Urls = Pick<CreateCheckoutSession, 'afterCompletion' | 'cancelUrl'>;

/**
 * Refuses addresses to which a buyer must not be redirected: http in live mode, or a user name that makes the host look
 * like another.
 *
 * @throws Problem `parameter_invalid`
 */
export function assertReturnUrls({ afterCompletion, cancelUrl }: Urls, livemode: boolean): void {
  const urls: [string, string | undefined][] = [
    ['cancelUrl', cancelUrl],
    afterCompletion.type === 'redirect'
      ? ['afterCompletion.redirect.url', afterCompletion.redirect.url]
      : ['afterCompletion.hostedConfirmation.returnUrl', afterCompletion.hostedConfirmation?.returnUrl],
  ];
  for (const [param, value] of urls) {
    if (value === undefined) continue;
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
