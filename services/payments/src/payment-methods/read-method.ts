import type { calls, ReplyOf } from '@mizan/contracts';
import { type CallInput, own, Problem, type Reader, resourceMissing } from '@mizan/service-kit';
import { type App, paymentsNotEnabled } from '../payment/app.ts';
import type { TokenizedMethod, TokenizeRequest } from '../providers/port/adapter.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { paymentMethods } from './payment-method.table.ts';

/** A payment method of a request, and whose it is. */
export interface MethodRequest extends Omit<TokenizeRequest, 'findSaved'> {
  /** Customer whose saved methods may be used: the one that the merchant's server chose; null: no saved methods. */
  readonly savedMethodsOf: string | null;
}

/**
 * The method without its card number. May call the provider, so no transaction may be open.
 *
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
 * @throws Problem as {@link findSavedMethod}
 */
export const readMethod = (
  reader: Reader,
  { providers }: App,
  { savedMethodsOf, ...request }: MethodRequest,
): Promise<TokenizedMethod> =>
  providers.of(reader.scope).tokenize(reader, {
    ...request,
    findSaved: (id) => findSavedMethod(reader, id, savedMethodsOf),
  });

/**
 * A saved method that is about to pay.
 *
 * @param customerId customer whose methods may be used; null: none
 * @throws Problem `resource_missing`, `payment_method_customer_mismatch`
 */
export async function findSavedMethod(
  { one, scope }: Pick<Reader, 'one' | 'scope'>,
  id: string,
  customerId: string | null,
): Promise<ProviderMethod> {
  const row = await one<PaymentMethodRow>`
    select ${paymentMethods.columns} from payment_methods where ${own({ scope })} and id = ${id}`;
  if (!row) throw resourceMissing('paymentMethod.id');
  const message = 'This payment method does not belong to the customer of this payment.';
  if (row.customerId !== customerId)
    throw new Problem('payment_method_customer_mismatch', message, { param: 'paymentMethod.id' });
  return { ...row.method, savedAt: row.createdAt.toISOString() };
}

type DescribeMethodCall = typeof calls.describePaymentMethod;
type DescribeBinCall = typeof calls.describeCardBin;

/** What the fee of a method depends on, and which card it is. @throws Problem `merchant_not_activated`, as {@link readMethod} */
export async function describePaymentMethod(
  reader: Reader,
  app: App,
  { body }: CallInput<DescribeMethodCall>,
): Promise<ReplyOf<DescribeMethodCall>> {
  const { connect } = app.providers.of(reader.scope);
  if (!(await connect.isConnected(reader.scope))) throw paymentsNotEnabled();
  const { method } = await readMethod(reader, app, { ...body, savedMethodsOf: body.savedMethodsOf ?? null });
  const { type, cardInfo, card } = method;
  return { paymentMethodType: type, cardInfo, cardFingerprint: card?.fingerprint ?? null };
}

/** What the fee of a card depends on, while its number is being typed. */
export const describeCardBin = (
  { scope }: Reader,
  { providers }: App,
  { body }: CallInput<DescribeBinCall>,
): ReplyOf<DescribeBinCall> => ({ cardInfo: providers.of(scope).cardField.cardInfo(body.cardBin) });
