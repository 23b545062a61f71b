import type { calls, PaymentMethodInput, ReplyOf } from '@mizan/contracts';
import { Problem, type CallInput, type Reader } from '@mizan/service-kit';
import { findSavedMethod } from '../payment-methods/find-saved-method.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { parseOutcome } from '../providers/simulator/behaviours.ts';
import { parseMagicId } from '../providers/simulator/select-behaviour.ts';
import { cardInfoOfBin } from '../providers/simulator/tokenize-card.ts';
import { refusalOfCard, tokenizeMethod, type MethodRefusal } from '../providers/simulator/tokenize-method.ts';
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
  /** Customer whose saved methods may be used: one that the merchant's server chose; null: nobody's. */
  readonly savedMethodsOf: string | null;
}

/** A method without its card number, and its id if it was saved before. */
export interface ReadMethod {
  readonly method: ProviderMethod;
  readonly savedId?: string;
}

/**
 * The method without its card number. In live mode the provider is asked, so no transaction may be open.
 *
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
 * @throws Problem as `findSavedMethod`
 */
export async function readMethod(
  wiring: Wiring,
  reader: Reader,
  { paymentMethod, email, phone, country, savedMethodsOf }: SentMethod,
): Promise<ReadMethod> {
  const { scope, now } = reader;
  if (scope.livemode) return { method: await wiring.liveMethodOf(scope, paymentMethod, country) };
  const { id } = paymentMethod;
  if (id !== undefined && !parseMagicId(id)) return readSaved(reader, id, paymentMethod, savedMethodsOf);
  const tokenized = tokenizeMethod(paymentMethod, { pepper: wiring.pepperOf(scope), now, email, phone });
  if (!('refusal' in tokenized)) return { method: tokenized.method };
  throw refused(tokenized.refusal);
}

const refused = ({ code, message, param }: MethodRefusal): Problem => new Problem(code, message, { param });

/** A saved method; in test mode a test may say what becomes of it this time. */
async function readSaved(
  reader: Reader,
  id: string,
  paymentMethod: PaymentMethodInput,
  customerId: string | null,
): Promise<ReadMethod> {
  const { type, testOutcome } = paymentMethod;
  const method = await findSavedMethod(reader, id, customerId);
  const refusal = refusalOfCard(paymentMethod);
  if (refusal) throw refused(refusal);
  if (type !== undefined && type !== method.type)
    throw new Problem('payment_method_mismatch', 'The type is not that of the payment method id.', {
      param: 'paymentMethod.type',
    });
  const asked = testOutcome === undefined ? undefined : parseOutcome(testOutcome);
  return { method: { ...method, token: asked ?? method.token }, savedId: id };
}

/** Nobody moves money for the account in this mode, or it may not take any. */
export const notActivated = (): Problem =>
  new Problem('merchant_not_activated', 'This account does not take payments in this mode yet.');

/**
 * What the fee schedule asks about a method that is about to pay, and which card it is.
 *
 * @throws Problem as {@link readMethod}; `merchant_not_activated`: there is nobody to ask
 */
export async function describePaymentMethod(
  wiring: Wiring,
  reader: Reader,
  { body }: CallInput<DescribingMethod>,
): Promise<ReplyOf<DescribingMethod>> {
  if (!(await wiring.takesPayments(reader.scope))) throw notActivated();
  const { method } = await readMethod(wiring, reader, { ...body, savedMethodsOf: body.savedMethodsOf ?? null });
  const { type, cardInfo, card } = method;
  return { paymentMethodType: type, cardInfo, cardFingerprint: card?.fingerprint ?? null };
}

/** What the fee schedule asks about a card whose number is being typed. Only test cards are known by their first digits. */
export const describeCardBin = ({ scope }: Reader, { body }: CallInput<DescribingBin>): ReplyOf<DescribingBin> => ({
  cardInfo: scope.livemode ? null : (cardInfoOfBin(body.cardBin) ?? null),
});
