import type { PaymentMethodInput } from '@mizan/contracts';
import { Problem, type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { parseOutcome } from '../providers/simulator/behaviours.ts';
import { parseMagicId } from '../providers/simulator/select-behaviour.ts';
import { isPastExpiry } from '../providers/simulator/tokenize-card.ts';
import { type MethodRefusal, refusalOfCard, tokenizeMethod } from '../providers/simulator/tokenize-method.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';

/** A method as it was sent, and of whom. */
export interface MethodRequest {
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
  app: App,
  reader: Reader,
  { paymentMethod, email, phone, country, savedMethodsOf }: MethodRequest,
): Promise<ReadMethod> {
  const { scope, now } = reader;
  if (scope.livemode) return { method: await app.liveMethodOf(scope, paymentMethod, country) };
  const { id } = paymentMethod;
  if (id !== undefined && !parseMagicId(id)) return readSaved(reader, id, paymentMethod, savedMethodsOf);
  const tokenized = tokenizeMethod(paymentMethod, { pepper: app.pepperOf(scope), now, email, phone });
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

/**
 * A saved method that is about to pay, as it is today: a card may have run out since it was saved.
 *
 * @param customerId whose methods may be used: one that the merchant's server chose; null: nobody's
 * @throws Problem `resource_missing`: this account and mode has no such method, or its customer was deleted
 * @throws Problem `payment_method_customer_mismatch`: it is another customer's
 */
export async function findSavedMethod(
  { one, scope, now }: Pick<Reader, 'one' | 'scope' | 'now'>,
  id: string,
  customerId: string | null,
): Promise<ProviderMethod> {
  const row = await one<PaymentMethodRow>`
    select * from payment_methods
    where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${id}`;
  if (!row) throw resourceMissing('paymentMethod.id');
  if (row.customer_id !== customerId)
    throw new Problem(
      'payment_method_customer_mismatch',
      'This payment method is not one of the customer that this payment was created for.',
      { param: 'paymentMethod.id' },
    );
  const method = { ...row.method, savedAt: row.created_at.toISOString() };
  return method.card && isPastExpiry(method.card, now) ? { ...method, token: 'past_expiry' } : method;
}
