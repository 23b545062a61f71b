import { acrossMerchants, newId, type SystemReader } from '@mizan/service-kit';
import { manualName } from './port/capabilities.ts';

const recentMinutes = 15;
/** The newest charges are enough to tell. */
const chargesMax = 1_000;
/** Fewer than this say nothing of a provider. */
const unansweredMin = 3;
const shownMax = 20;
const undecidedHours = 24;
/** After the release of a restore: by then what it has held is sent, or stays undecided. */
const releasedMinutes = 10;

interface InvalidRow {
  readonly id: string;
  readonly merchantId: string;
  readonly provider: string;
  readonly lastError: string | null;
}

interface AwayRow {
  readonly provider: string;
  readonly connectionId: string;
  readonly merchantId: string;
  readonly charges: number;
  readonly unanswered: number;
}

/**
 * What is wrong with the payment providers of live mode, for the operator: connections whose credentials the provider refuses,
 * refunds that stay undecided, and connections through which most payments of the last minutes brought no answer.
 */
export async function findProviderProblems(db: SystemReader): Promise<string[]> {
  const [invalid, away, undecided] = await Promise.all([findInvalid(db), findAway(db), findUndecidedRefunds(db)]);
  return [
    ...invalid.map(
      ({ id, merchantId, provider, lastError }) =>
        `The ${provider} connection ${id} of ${merchantId} is INVALID and takes no payments: ${sentence(lastError ?? 'its credentials were refused')} Replace its credentials with \`mizan providers rotate ${provider} ${merchantId} ${id}\`.`,
    ),
    ...away.map(
      ({ provider, connectionId, merchantId, charges, unanswered }) =>
        `The ${provider} connection ${connectionId} of ${merchantId} did not answer ${unanswered} of its ${charges} payments of the last ${recentMinutes} minutes.`,
    ),
    ...undecided.map(
      ({ id, merchantId, provider, isFromBefore }) =>
        `${provider} has not said ${isFromBefore ? 'since the restore' : 'for a day'} how the refund ${id} of ${merchantId} ended. Look it up on the provider's dashboard, then use \`mizan refunds resolve ${id}\`.`,
    ),
  ];
}

/** With a full stop, which the words of providers may lack. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

interface UndecidedRow {
  readonly id: string;
  readonly merchantId: string;
  readonly provider: string;
  /** Of a restore that the operator has released. */
  readonly isFromBefore: boolean;
}

/**
 * Live refunds whose queries are made daily by now, or that are from before a restore which was released, and that no provider
 * has given an id. The query reads the index of refunds that are due: few are.
 */
const findUndecidedRefunds = (db: SystemReader): Promise<UndecidedRow[]> => db.sql<UndecidedRow>`
  select refunds.id, refunds.merchant_id, charges.provider,
    refunds.created_at >= now() - make_interval(hours => ${undecidedHours}) as is_from_before
  from refunds join charges on charges.id = refunds.charge_id
  where ${acrossMerchants} and refunds.livemode and refunds.next_sync_at is not null and refunds.status = 'PENDING'
    and refunds.external_refund_id is null and (refunds.created_at < now() - make_interval(hours => ${undecidedHours})
      or exists (select from restores where restored_at >= refunds.created_at
        and released_at < now() - make_interval(mins => ${releasedMinutes})))
  order by refunds.created_at limit ${shownMax}`;

const findInvalid = (db: SystemReader): Promise<InvalidRow[]> => db.sql<InvalidRow>`
  select id, merchant_id, provider, last_error from connections
  where ${acrossMerchants} and livemode and status = 'INVALID' order by updated_at desc limit ${shownMax}`;

/**
 * A payment brought no answer that failed because its provider did not answer, or that was sent and waits for nothing but an
 * answer: neither for its buyer, nor for money that the merchant receives itself. One whose version is 0 is being sent just now.
 * Ids of charges begin with their time, so that only recent ones are read.
 */
const findAway = (db: SystemReader): Promise<AwayRow[]> => db.sql<AwayRow>`
  with recent as (
    select charges.provider, charges.connection_id, charges.merchant_id,
      charges.failure_code = 'provider_timeout' or (charges.status = 'PENDING' and charges.version > 0
        and charges.provider <> ${manualName} and payment_intents.status = 'PROCESSING') as is_unanswered
    from charges join payment_intents on payment_intents.id = charges.payment_intent_id
    where ${acrossMerchants} and charges.id > ${newId('ch', Date.now() - recentMinutes * 60_000)} and charges.livemode
      and charges.connection_id is not null
    order by charges.id desc limit ${chargesMax})
  select provider, connection_id, merchant_id, count(*)::int as charges,
    (count(*) filter (where is_unanswered))::int as unanswered
  from recent group by provider, connection_id, merchant_id
  having count(*) filter (where is_unanswered) >= greatest(${unansweredMin}::int, count(*) / 2.0)
  order by unanswered desc limit ${shownMax}`;
