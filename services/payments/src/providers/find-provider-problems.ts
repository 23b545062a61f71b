import { acrossMerchants, newId, type SystemReader } from '@mizan/service-kit';

const recentMinutes = 15;
/** The newest charges are enough to tell. */
const chargesMax = 1_000;
/** Fewer than this say nothing of a provider. */
const unansweredMin = 3;
const shownMax = 20;

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
 * and those through which most payments of the last minutes brought no answer.
 */
export async function findProviderProblems(db: SystemReader): Promise<string[]> {
  const [invalid, away] = await Promise.all([findInvalid(db), findAway(db)]);
  return [
    ...invalid.map(
      ({ id, merchantId, provider, lastError }) =>
        `The ${provider} connection ${id} of ${merchantId} is INVALID and takes no payments: ${lastError ?? 'its credentials were refused.'} Replace its credentials with \`mizan providers rotate ${provider} ${merchantId} ${id}\`.`,
    ),
    ...away.map(
      ({ provider, connectionId, merchantId, charges, unanswered }) =>
        `The ${provider} connection ${connectionId} of ${merchantId} did not answer ${unanswered} of its ${charges} payments of the last ${recentMinutes} minutes.`,
    ),
  ];
}

const findInvalid = (db: SystemReader): Promise<InvalidRow[]> => db.sql<InvalidRow>`
  select id, merchant_id, provider, last_error from connections
  where ${acrossMerchants} and livemode and status = 'INVALID' order by updated_at desc limit ${shownMax}`;

/** Ids of charges begin with their time, so that only recent ones are read. */
const findAway = (db: SystemReader): Promise<AwayRow[]> => db.sql<AwayRow>`
  with recent as (
    select provider, connection_id, merchant_id, failure_code = 'provider_timeout' as is_unanswered from charges
    where ${acrossMerchants} and id > ${newId('ch', Date.now() - recentMinutes * 60_000)} and livemode and connection_id is not null
    order by id desc limit ${chargesMax})
  select provider, connection_id, merchant_id, count(*)::int as charges,
    (count(*) filter (where is_unanswered))::int as unanswered
  from recent group by provider, connection_id, merchant_id
  having count(*) filter (where is_unanswered) >= greatest(${unansweredMin}::int, count(*) / 2.0)
  order by unanswered desc limit ${shownMax}`;
