import type { PaymentIntent } from '@mizan/contracts';
import { moneyText } from '../../terminal/money.ts';
import { refusalOf } from './payment-refusal.ts';

/** Why the answer to a capture is not that it is captured: it has failed, or that is not known. Undefined if it is captured. */
export function uncapturedText(answer: PaymentIntent): string | undefined {
  const { id, amountCapturable, currency, status, pendingCapture } = answer;
  const refusal = refusalOf(answer);
  if (refusal !== null) {
    const held = amountCapturable > 0 ? ` ${moneyText(amountCapturable, currency)} is still authorized.` : '';
    return `The capture failed: ${refusal.replace(/\.?$/, '.')}${held}`;
  }
  const shows = `mizan payments show ${id} shows the outcome`;
  if (status === 'CANCELED')
    return `The payment was canceled meanwhile, so the amount was probably not captured: ${shows}.`;
  // Platforms of an earlier release do not answer with `pendingCapture`, but what is captured is never UNCAPTURED.
  if (!pendingCapture && status !== 'UNCAPTURED') return undefined;
  const amount = pendingCapture ? moneyText(pendingCapture.amount, currency) : 'the amount';
  // In the past: the answer may be that of an earlier run with the same key.
  return `The provider did not answer whether ${amount} was captured. The platform queries it until it does: ${shows}. Until then, no other capture is possible.`;
}

/** The capture whose outcome is not known, in words; undefined if there is none. */
export const pendingCaptureText = ({ pendingCapture, currency }: PaymentIntent): string | undefined =>
  pendingCapture && `${moneyText(pendingCapture.amount, currency)}: the provider has not answered yet`;
