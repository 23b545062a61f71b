import type { PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { moneyText } from '../../terminal/money.ts';
import { refusalOf } from './payment-refusal.ts';

/** A capture that the API has accepted. */
interface Capture {
  /** As it was read before; undefined if all that is authorized is captured. */
  readonly before: PaymentIntent | undefined;
  readonly keepsRest: boolean;
}

/** Why the answer to a capture is not that it is captured: it has failed, or that is not known yet. Undefined if it is captured. */
export function uncapturedText(
  command: Command,
  answer: PaymentIntent,
  { before, keepsRest }: Capture,
): string | undefined {
  const { id, amountCapturable, amountReceived, currency } = answer;
  const refusal = refusalOf(answer);
  if (refusal !== null) {
    const held = amountCapturable > 0 ? ` ${moneyText(amountCapturable, currency)} is still authorized.` : '';
    return `The capture failed: ${refusal.replace(/\.?$/, '.')}${held}`;
  }
  // An answer to a key of the user's own may be repeated, and is then older than what was read before.
  const receivedBefore = hasGivenKey(command) ? 0 : before?.amountReceived;
  const isOpen = before !== undefined && keepsRest ? amountReceived === receivedBefore : amountCapturable > 0;
  if (!isOpen) return undefined;
  return `The provider has not answered whether the amount was captured. The platform queries it until it does: mizan payments show ${id} shows the outcome. Until then, no other capture is possible.`;
}
