import { fragment, type Fragment } from '@mizan/service-kit';

/**
 * To join to rows of `payments`, as `spend_payments` has them, that succeeded: `gross` and `refunded` in one currency,
 * minor units. A payment in another counts what its charge was worth, and a refund its share of that, so that a full one
 * takes back exactly what was counted. Both null where nothing says what it was worth.
 */
export const spentIn = (currency: Fragment): Fragment => fragment`lateral (
  select
    worth as gross,
    case payments.currency when ${currency} then payments.refunded
      else div(2 * worth::numeric * payments.refunded + payments.amount, 2 * payments.amount::numeric)::bigint end as refunded
  from (
    select case payments.currency when ${currency} then payments.amount
      else (payments.converted ->> ${currency})::bigint end as worth
  ) as valued
) as spent`;
