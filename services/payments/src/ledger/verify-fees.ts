import { fragment } from '@mizan/service-kit';

/**
 * Movements that do not leave what they take, whose fee is not the sum of its parts, or whose parts differ from what
 * their journal gives to the platform and to the tax authority.
 */
export const checkFees = fragment`
  with part as (
    select id, detail ->> 'type' as type, sum((detail ->> 'amount')::bigint) as amount
    from balance_transactions, jsonb_array_elements(coalesce(fee_details, '[]'::jsonb)) as detail
    where type = 'charge' group by id, detail ->> 'type'),
  parts as (
    select movement.id, movement.gross, movement.fee, movement.net, movement.journal_source,
      coalesce(processing.amount, 0) as processing, coalesce(vat.amount, 0) as vat
    from balance_transactions movement
      left join part processing on processing.id = movement.id and processing.type = 'processing_fee'
      left join part vat on vat.id = movement.id and vat.type = 'fee_vat'
    where movement.type = 'charge'),
  posted as (
    select tx.source_id,
      coalesce(sum(entry.amount) filter (where entry.account = 'platform_fee'), 0) as processing,
      coalesce(sum(entry.amount) filter (where entry.account = 'fee_vat'), 0) as vat
    from ledger_tx tx join ledger_entries entry on entry.tx_id = tx.id
    where tx.source_kind = 'capture' group by tx.source_id)
  select parts.id as subject,
    'fee ' || parts.processing || ' and VAT ' || parts.vat || ' of ' || parts.fee || ', journal '
      || coalesce(posted.processing, 0) || ' and ' || coalesce(posted.vat, 0) as detail
  from parts left join posted on posted.source_id = parts.journal_source
  where parts.gross - parts.fee <> parts.net or parts.processing + parts.vat <> parts.fee
    or (parts.processing, parts.vat) <> (coalesce(posted.processing, 0), coalesce(posted.vat, 0))`;

/**
 * Charges paid in another currency whose refunds do not give back there what the charge says, give back more than was
 * paid, or of a charge that is wholly refunded less than all of it.
 */
export const checkPresentment = fragment`
  with given as (
    select charge_id, sum(coalesce((presentment_details ->> 'amount')::bigint, 0)) as amount
    from refunds where status not in ('FAILED', 'CANCELED') group by charge_id)
  select id as subject, 'says ' || presentment_refunded || ' of ' || coalesce(presentment_details ->> 'amount', '0')
    || ' were given back in the buyer’s currency, is ' || coalesce(given.amount, 0) as detail
  from charges left join given on given.charge_id = charges.id
  where presentment_refunded <> coalesce(given.amount, 0)
    or presentment_refunded > coalesce((presentment_details ->> 'amount')::bigint, 0)
    or (amount_refunded = charges.amount and presentment_refunded <> coalesce((presentment_details ->> 'amount')::bigint, 0))`;
