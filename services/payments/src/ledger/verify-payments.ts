import { fragment } from '@mizan/service-kit';

/** What refunds have taken: failed and canceled ones gave it back. */
const standing = fragment`
  select charge_id, sum(amount) as amount from refunds where status not in ('FAILED', 'CANCELED') group by charge_id`;

export const checkRefunds = fragment`
  select id as subject, 'refunded ' || coalesce(standing.amount, 0) || ' of ' || amount_captured as detail
  from charges join (${standing}) as standing on standing.charge_id = charges.id
  where standing.amount > amount_captured`;

/** Charges against their captures and refunds, and intents against their charges. */
export const checkSums = fragment`
  select id as subject, 'says captured ' || amount_captured || ' and refunded ' || amount_refunded || ', is '
    || coalesce(taken.amount, 0) || ' and ' || coalesce(standing.amount, 0) as detail
  from charges
    left join (${standing}) as standing on standing.charge_id = charges.id
    left join (
      select charge_id, sum(amount) as amount from captures where status = 'SUCCEEDED' group by charge_id
    ) as taken on taken.charge_id = charges.id
  where amount_captured <> coalesce(taken.amount, 0) or amount_refunded <> coalesce(standing.amount, 0)
  union all
  select intent.id, 'says received ' || intent.amount_received || ' and refunded ' || intent.amount_refunded || ', is '
    || coalesce(sum(charge.amount_captured), 0) || ' and ' || coalesce(sum(charge.amount_refunded), 0)
  from payment_intents intent left join charges charge on charge.payment_intent_id = intent.id
  group by intent.id
  having intent.amount_received <> coalesce(sum(charge.amount_captured), 0)
    or intent.amount_refunded <> coalesce(sum(charge.amount_refunded), 0)`;
