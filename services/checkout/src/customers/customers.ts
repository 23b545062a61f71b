import type { SessionCustomer } from '@mizan/contracts';
import { fragment, type AskContext, Problem, type Fragment, type Reader } from '@mizan/service-kit';

/** An expression for the customer that an id leads to now: itself, unless it became part of another. */
export const survivorOf = ({ scope }: Pick<Reader, 'scope'>, customerId: string): Fragment => fragment`coalesce((
  select merged_into from merged_customers
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${customerId}), ${customerId})`;
/**
 * The customer that the merchant names, if any.
 *
 * @throws Problem `resource_missing`
 */
export async function fetchCustomer(
  { customerId }: { readonly customerId?: string | undefined },
  calls: AskContext['calls'],
): Promise<SessionCustomer | null> {
  if (customerId === undefined) return null;
  const { customer } = await calls.getCustomerSummary({ customerId }).catch((thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'resource_missing') throw thrown;
    throw new Problem('resource_missing', 'No such customer.', { param: 'customerId', cause: thrown });
  });
  return customer;
}
