import type { ConfirmationMethod } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

/** @throws Problem `parameter_invalid`: in live mode the provider decides when a payment goes on */
export function checkConfirmation(
  payment: { readonly confirmationMethod?: ConfirmationMethod } | undefined,
  livemode: boolean,
): void {
  if (!livemode || payment?.confirmationMethod !== 'manual') return;
  const param = 'paymentIntentData.confirmationMethod';
  throw new Problem('parameter_invalid', `${param} must be automatic in live mode.`, { param });
}
