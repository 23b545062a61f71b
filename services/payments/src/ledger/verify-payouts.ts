import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';
import type { VerifiedPart } from './verified-part.ts';

/**
 * Automatic payouts whose transactions do not sum to them, and transactions that a payout of another account, mode or
 * currency lists. Of money that merchants receive themselves the fee alone counts.
 */
export const checkPayouts = ({ payouts }: VerifiedPart): Fragment => fragment`
  select payout.id as subject,
    'pays ' || payout.amount || ', its transactions sum to ' || coalesce(sum(case when is_merchant_held then -fee else net end), 0) as detail
  from payouts payout
    left join balance_transactions listed on listed.payout_id = payout.id and listed.source_id is distinct from payout.id
  where ${acrossMerchants} and payout.is_automatic and ${payouts(fragment`payout.id`)}
  group by payout.id
  having payout.amount <> coalesce(sum(case when is_merchant_held then -fee else net end), 0)
    or bool_or((listed.merchant_id, listed.livemode, listed.currency) <> (payout.merchant_id, payout.livemode, payout.currency))`;
