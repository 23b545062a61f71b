import { acrossMerchants, fragment, type Fragment } from '@mizan/service-kit';
import type { VerifiedPart } from './verified-part.ts';

/** What refunds have taken: failed and canceled ones gave it back. */
const standing = ({ charges }: VerifiedPart): Fragment => fragment`
  select charge_id, sum(amount) as amount from refunds
  where ${acrossMerchants} and status not in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)} group by charge_id`;

export const checkRefunds = (part: VerifiedPart): Fragment => fragment`
  select id as subject, 'refunded ' || coalesce(standing.amount, 0) || ' of ' || amount_captured as detail
  from charges join (${standing(part)}) as standing on standing.charge_id = charges.id
  where ${acrossMerchants} and standing.amount > amount_captured`;

/** Charges whose refundable rest does not leave out what their disputes have lost. */
const checkLosses = ({ charges }: VerifiedPart): Fragment => fragment`
  with lost as (
    select charge_id, sum(amount) as amount from disputes
    where ${acrossMerchants} and status = 'LOST' and ${charges(fragment`charge_id`)} group by charge_id)
  select id as subject, 'says lost ' || amount_lost || ', is ' || coalesce(lost.amount, 0) as detail
  from charges left join lost on lost.charge_id = charges.id
  where ${charges(fragment`id`)} and amount_lost <> least(coalesce(lost.amount, 0), amount_captured - amount_refunded)`;

/** Charges against their captures, refunds and disputes, and intents against their charges. */
export const checkSums = (part: VerifiedPart): Fragment => fragment`
  select id as subject, 'says captured ' || amount_captured || ' and refunded ' || amount_refunded || ', is '
    || coalesce(taken.amount, 0) || ' and ' || coalesce(standing.amount, 0) as detail
  from charges
    left join (${standing(part)}) as standing on standing.charge_id = charges.id
    left join (
      select charge_id, sum(amount) as amount from captures
      where status = 'SUCCEEDED' and ${part.charges(fragment`charge_id`)} group by charge_id
    ) as taken on taken.charge_id = charges.id
  where ${acrossMerchants} and ${part.charges(fragment`id`)}
    and (amount_captured <> coalesce(taken.amount, 0) or amount_refunded <> coalesce(standing.amount, 0))
  union all
  select intent.id, 'says received ' || intent.amount_received || ' and refunded ' || intent.amount_refunded || ', is '
    || coalesce(sum(charge.amount_captured), 0) || ' and ' || coalesce(sum(charge.amount_refunded), 0)
  from payment_intents intent left join charges charge on charge.payment_intent_id = intent.id and not charge.is_surplus
  where ${part.intents(fragment`intent.id`)}
  group by intent.id
  having intent.amount_received <> coalesce(sum(charge.amount_captured), 0)
    or intent.amount_refunded <> coalesce(sum(charge.amount_refunded), 0)
  union all (${checkLosses(part)})`;

/**
 * Movements that do not leave what they take, whose fee is not the sum of its parts, or whose parts differ from what
 * their journal gives to the platform and to the tax authority.
 */
export const checkFees = ({ movements }: VerifiedPart): Fragment => fragment`
  with parts as (
    select id, gross, fee, net, journal_source, detail.processing, detail.vat
    from balance_transactions cross join lateral (
      select coalesce(sum(amount) filter (where type = 'processing_fee'), 0) as processing,
        coalesce(sum(amount) filter (where type = 'fee_vat'), 0) as vat
      from jsonb_to_recordset(coalesce(fee_details, '[]'::jsonb)) as each (type text, amount bigint)) as detail
    where ${acrossMerchants} and balance_transactions.type = 'charge' and ${movements}),
  posted as (
    select tx.source_id,
      coalesce(sum(entry.amount) filter (where entry.account = 'platform_fee'), 0) as processing,
      coalesce(sum(entry.amount) filter (where entry.account = 'fee_vat'), 0) as vat
    from ledger_tx tx join ledger_entries entry on entry.tx_id = tx.id
    where tx.source_kind = 'capture' and tx.source_id in (select journal_source from parts) group by tx.source_id)
  select parts.id as subject,
    'fee ' || parts.processing || ' and VAT ' || parts.vat || ' of ' || parts.fee || ', journal '
      || coalesce(posted.processing, 0) || ' and ' || coalesce(posted.vat, 0) as detail
  from parts left join posted on posted.source_id = parts.journal_source
  where parts.gross - parts.fee <> parts.net or parts.processing + parts.vat <> parts.fee
    or (parts.processing, parts.vat) <> (coalesce(posted.processing, 0), coalesce(posted.vat, 0))`;

/**
 * Charges paid in another currency whose refunds do not return there what the charge says, return more than was
 * paid, or of a charge that is wholly refunded less than all of it.
 */
export const checkPresentment = ({ charges }: VerifiedPart): Fragment => fragment`
  with given as (
    select charge_id, sum(coalesce((presentment_details ->> 'amount')::bigint, 0)) as amount
    from refunds
    where ${acrossMerchants} and status not in ('FAILED', 'CANCELED') and ${charges(fragment`charge_id`)} group by charge_id)
  select id as subject, 'says ' || presentment_refunded || ' of ' || coalesce(presentment_details ->> 'amount', '0')
    || ' were refunded in the buyer’s currency, is ' || coalesce(given.amount, 0) as detail
  from charges left join given on given.charge_id = charges.id
  where ${charges(fragment`id`)} and (presentment_refunded <> coalesce(given.amount, 0)
    or presentment_refunded > coalesce((presentment_details ->> 'amount')::bigint, 0)
    or (amount_refunded = charges.amount and presentment_refunded <> coalesce((presentment_details ->> 'amount')::bigint, 0)))`;
