import type { PaymentMethodInput, PaymentMethodType } from '@mizan/contracts';
import { type BehaviourName, parseOutcome } from './behaviours.ts';
import { findMethodRow, type MethodRow } from './method-rows.ts';

/** What a magic payment method id says. */
export interface MagicMethod {
  readonly type: PaymentMethodType;
  readonly behaviour: BehaviourName;
}

/**
 * Reads `pm_test_<type>_<outcome>`: `pm_test_card_succeed`, `pm_test_apple_pay_decline`,
 * `pm_test_card_decline_lost_card` (or `pm_test_card_decline:lost_card`).
 *
 * @returns undefined for any other id, saved methods included
 */
export function parseMagicId(id: string): MagicMethod | undefined {
  const words = id.split('_');
  if (words[0] !== 'pm' || words[1] !== 'test') return undefined;
  for (let end = words.length - 1; end > 2; end -= 1) {
    const row = findMethodRow(words.slice(2, end).join('_'));
    const outcome = words.slice(end).join('_');
    const behaviour = parseOutcome(outcome) ?? parseOutcome(outcome.replace(/^decline_/, 'decline:'));
    if (row && behaviour) return { type: row.type, behaviour };
  }
  return undefined;
}

/**
 * The behaviour that a payment method chooses. The first of these that chooses one wins: the requested outcome, the magic
 * id, the card number, then the row's signals (phone, e-mail), then what the type does by itself.
 *
 * @param email from the billing details or the customer
 * @param ofCard the behaviour of the card's number; undefined without a card
 * @returns undefined when nothing chooses one and the type has no behaviour of its own
 */
export function selectBehaviour(
  input: PaymentMethodInput,
  row: MethodRow,
  { email, ofCard }: { readonly email: string | null; readonly ofCard: BehaviourName | undefined },
): BehaviourName | undefined {
  const requested = input.testOutcome === undefined ? undefined : parseOutcome(input.testOutcome);
  const magic = input.id === undefined ? undefined : parseMagicId(input.id)?.behaviour;
  const signalled = row.signals.map((signal) => signal(input, email)).find((behaviour) => behaviour !== undefined);
  return requested ?? magic ?? ofCard ?? signalled ?? row.fallback ?? undefined;
}
