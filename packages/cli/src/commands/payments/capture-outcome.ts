import type { PaymentIntent } from '@mizan/contracts';
import type { Command } from 'commander';
import { hasGivenKey } from '../../api/idempotency-keys.ts';
import { moneyText } from '../../terminal/money.ts';
import { refusalOf } from './payment-refusal.ts';

/** A capture that the API has accepted. */
interface Capture {
  /** Minor units; undefined if all that is authorized is captured. */
  readonly amount: number | undefined;
  /** As it was read just before; undefined if all that is authorized is captured. */
  readonly before: PaymentIntent | undefined;
  readonly keepsRest: boolean;
}

/** Why the answer to a capture is not that it is captured: it has failed, or that is not known or not certain. Undefined if it is captured. */
export function uncapturedText(command: Command, answer: PaymentIntent, capture: Capture): string | undefined {
  const { id, amountCapturable, amountReceived, currency } = answer;
  const refusal = refusalOf(answer);
  if (refusal !== null) {
    const held = amountCapturable > 0 ? ` ${moneyText(amountCapturable, currency)} is still authorized.` : '';
    return `The capture failed: ${refusal.replace(/\.?$/, '.')}${held}`;
  }
  const receivedAfter = receivedAfterPart(capture);
  // Exactly: of any other sum, it is not known which captures it is made of.
  if (receivedAfter === undefined ? amountCapturable === 0 : amountReceived === receivedAfter) return undefined;
  if (receivedAfter !== undefined && amountReceived > receivedAfter)
    return uncertainText(id, 'another part was captured at the same time');
  // What was read before may have in it what an earlier run has captured, and the answer may be the one to that run.
  if (hasGivenKey(command))
    return uncertainText(id, 'the provider had not answered, or an earlier run with this key has captured it');
  return `The provider has not answered whether the amount was captured. The platform queries it until it does: mizan payments show ${id} shows the outcome. Until then, no other capture is possible.`;
}

/** What is received once a part is captured whose rest is kept. Undefined of a last capture, after which nothing is authorized any more. */
const receivedAfterPart = ({ amount, before, keepsRest }: Capture): number | undefined =>
  keepsRest && amount !== undefined && before !== undefined ? before.amountReceived + amount : undefined;

const uncertainText = (id: string, why: string): string =>
  `It is not certain that the amount was captured: ${why}. Before you capture more, see what is captured: mizan payments show ${id}`;
