import type { PaymentMethodInput } from '@mizan/contracts';
import { own, Problem, type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { TokenizedMethod } from '../providers/port/adapter.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { PaymentMethodRow } from './payment-method.entity.ts';
import { paymentMethods } from './payment-method.table.ts';

/** A payment method of a request, and whose it is. */
export interface MethodRequest {
  readonly paymentMethod: PaymentMethodInput;
  /** Of the customer, for test methods whose outcome the e-mail chooses. */
  readonly email: string | null;
  /** Of the customer, for methods that are found by a phone number. */
  readonly phone: string | null;
  /** Of the account, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Customer whose saved methods may be used: the one that the merchant's server chose; null: no saved methods. */
  readonly savedMethodsOf: string | null;
}

/**
 * The method without its card number. May call the provider, so no transaction may be open.
 *
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`
 * @throws Problem as `findSavedMethod`
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
 * @throws Problem `resource_missing`: this account and mode has no such method, or its customer was deleted
 * @throws Problem `payment_method_customer_mismatch`: it belongs to another customer
 */
export async function findSavedMethod(
  { one, scope }: Pick<Reader, 'one' | 'scope'>,
  id: string,
  customerId: string | null,
): Promise<ProviderMethod> {
  const row = await one<PaymentMethodRow>`
    select ${paymentMethods.columns} from payment_methods
    where ${own({ scope })} and id = ${id}`;
  if (!row) throw resourceMissing('paymentMethod.id');
  if (row.customerId !== customerId)
    throw new Problem(
      'payment_method_customer_mismatch',
      'This payment method does not belong to the customer of this payment.',
      { param: 'paymentMethod.id' },
    );
  return { ...row.method, savedAt: row.createdAt.toISOString() };
}
