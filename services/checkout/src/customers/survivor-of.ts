import { fragment, type Fragment, type Reader } from '@mizan/service-kit';

/** An expression for the customer that an id leads to now: itself, unless it became part of another. */
export const survivorOf = ({ scope }: Pick<Reader, 'scope'>, customerId: string): Fragment => fragment`coalesce((
  select merged_into from merged_customers
  where merchant_id = ${scope.merchantId} and livemode = ${scope.livemode} and id = ${customerId}), ${customerId})`;
