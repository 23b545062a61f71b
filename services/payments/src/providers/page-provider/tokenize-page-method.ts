import { Problem } from '@mizan/service-kit';
import type { TokenizeRequest } from '../port/adapter.ts';
import type { ProviderMethod } from '../port/provider-method.ts';

/**
 * The method of a request: its type is all that the page needs.
 *
 * @param name of the provider
 * @throws Problem `payment_method_mismatch`: a token, which the page makes no use of
 */
export function tokenizePageMethod(
  name: string,
  { paymentMethod: { type, token } }: Pick<TokenizeRequest, 'paymentMethod'>,
): ProviderMethod {
  if (type === undefined || token !== undefined)
    throw new Problem(
      'payment_method_mismatch',
      `Payments through ${name} take no tokens and no methods of test mode.`,
      {
        param: `paymentMethod.${type === undefined ? 'id' : 'token'}`,
      },
    );
  return { type, token: type, card: null, cardInfo: null };
}
