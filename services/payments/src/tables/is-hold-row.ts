import { type Fragment, fragment } from '@mizan/service-kit';

/** Whether more can be captured of a row of `charges`, beside the row of `payment_intents` that it belongs to; see `isHold` of payments. */
export const isHoldRow: Fragment = fragment`(
  charges.status = 'SUCCEEDED' and not charges.is_surplus and payment_intents.amount_capturable > 0)`;
