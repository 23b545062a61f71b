import { Problem } from '@mizan/service-kit';
import type { TokenizeRequest } from '../port/adapter.ts';
import type { ProviderMethod } from '../port/provider-method.ts';

const walletTypes = ['vodafone_cash', 'etisalat_cash', 'orange_cash', 'we_pay'];

/**
 * The method of a request: its type, and the number of a mobile wallet. The card is entered on Paymob's page.
 *
 * @throws Problem `payment_method_mismatch`: a token, which Paymob's page makes no use of
 */
export function readMethod({ paymentMethod, phone }: Pick<TokenizeRequest, 'paymentMethod' | 'phone'>): ProviderMethod {
  const { type, token } = paymentMethod;
  const refuse = (field: string, message: string): Problem =>
    new Problem('payment_method_mismatch', message, { param: `paymentMethod.${field}` });
  if (type === undefined) throw refuse('id', 'This is not a payment method of live mode.');
  if (token !== undefined)
    throw refuse('token', 'The payment provider of this account takes no tokens: the buyer pays on its page.');
  const wallet = walletTypes.includes(type) ? { provider: type, phone: paymentMethod.phone ?? phone } : undefined;
  return { type, token: type, card: null, cardInfo: null, ...(wallet && { wallet }) };
}
