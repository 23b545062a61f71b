import type { calls, PaymentMethodInput, ReplyOf } from '@mizan/contracts';
import { Problem, type CallInput, type Reader } from '@mizan/service-kit';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { cardInfoOfBin } from '../providers/simulator/tokenize-card.ts';
import { tokenizeMethod } from '../providers/simulator/tokenize-method.ts';
import type { Wiring } from '../wiring.ts';

type DescribingMethod = typeof calls.describePaymentMethod;
type DescribingBin = typeof calls.describeCardBin;

/** A method as it was sent, and of whom. */
export interface SentMethod {
  readonly paymentMethod: PaymentMethodInput;
  readonly email: string | null;
  readonly phone: string | null;
  /** Of the account, ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * The method without its card number. In live mode the provider is asked, so no transaction may be open.
 *
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
 */
export async function readMethod(
  wiring: Wiring,
  { scope, now }: Pick<Reader, 'scope' | 'now'>,
  { paymentMethod, email, phone, country }: SentMethod,
): Promise<ProviderMethod> {
  if (scope.livemode) return wiring.liveMethodOf(scope, paymentMethod, country);
  const tokenized = tokenizeMethod(paymentMethod, { pepper: wiring.pepperOf(scope), now, email, phone });
  if (!('refusal' in tokenized)) return tokenized.method;
  const { code, message, param } = tokenized.refusal;
  throw new Problem(code, message, { param });
}

/** What the fee schedule asks about a method that is about to pay. @throws Problem as {@link readMethod} */
export async function describePaymentMethod(
  wiring: Wiring,
  reader: Reader,
  { body }: CallInput<DescribingMethod>,
): Promise<ReplyOf<DescribingMethod>> {
  const { type, cardInfo } = await readMethod(wiring, reader, body);
  return { paymentMethodType: type, cardInfo };
}

/** What the fee schedule asks about a card whose number is being typed. Only test cards are known by their first digits. */
export const describeCardBin = ({ scope }: Reader, { body }: CallInput<DescribingBin>): ReplyOf<DescribingBin> => ({
  cardInfo: scope.livemode ? null : (cardInfoOfBin(body.cardBin) ?? null),
});
