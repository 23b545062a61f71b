import { acrossMerchants, log, newId, type SystemReader } from '@mizan/service-kit';
import { type MailApp, sendsMail } from './mail-app.ts';

const waitingMaxMinutes = 30; // longer than greylisting takes, where other mail is accepted
const recentHours = 24;

/** What is wrong with mail of live mode, for the operator. */
export const findMailProblems =
  (app: Pick<MailApp, 'smtp' | 'callsFor'>) =>
  async (db: SystemReader): Promise<string[]> => [
    ...(sendsMail(app, true) ? [] : await findUnsentAccounts(app)),
    ...(await findUnsentMails(db)),
  ];

/** Accounts whose mail goes nowhere, because the platform has no mail server. */
async function findUnsentAccounts({ callsFor }: Pick<MailApp, 'callsFor'>): Promise<string[]> {
  const answer = await callsFor({ merchantId: '', livemode: true })
    .listLiveMailAccounts({})
    .catch((cause: unknown) => {
      log.warn({ err: cause }, 'mail.accounts_unknown');
      return undefined;
    });
  // During an upgrade, the gateway may be of a release that does not answer this. The rest of the health is known all the same.
  if (answer === undefined)
    return ['Live mode has no mail server, and the gateway does not say which accounts need one.'];
  const { accountIds, hasMore } = answer;
  if (accountIds.length === 0) return [];
  const accounts = `${accountIds.join(', ')}${hasMore ? ' and others' : ''}`;
  return [
    `Live mode has no mail server, so buyers of ${accounts} get no mail: set MIZAN_SMTP_URL and MIZAN_MAIL_FROM on webhooks, or turn it off with \`mizan accounts settings <account> --receipts off --recovery off\`.`,
  ];
}

/**
 * Mail that waits for the server, and mail of the last day that failed or whose acceptance is unknown. An address that does not
 * exist is the buyer's, and no problem of the platform.
 */
async function findUnsentMails(db: SystemReader): Promise<string[]> {
  const since = newId('eml', Date.now() - recentHours * 3_600_000);
  const row = await db.one<{ waiting: number; minutes: number; lastError: string | null; lost: number }>`
    with accepted as (
      select 1 from mails where ${acrossMerchants} and id >= ${since} and livemode and status = 'ACCEPTED' limit 1),
    waiting as (
      select queued_at, last_error from mails
      where ${acrossMerchants} and livemode and status = 'PENDING' and attempts > 0
        and (queued_at < now() - ${waitingMaxMinutes} * interval '1 minute' or not exists (select from accepted))
      limit 10000)
    select (select count(*)::int from waiting) as waiting,
      coalesce((select extract(epoch from now() - min(queued_at)) / 60 from waiting), 0)::int as minutes,
      (select last_error from waiting order by queued_at limit 1) as last_error,
      (select count(*)::int from mails
        where ${acrossMerchants} and id >= ${since} and livemode and status in ('FAILED', 'UNKNOWN')) as lost`;
  if (!row) throw new Error('bug: a select of one row without a row');
  const { waiting, minutes, lastError, lost } = row;
  return [
    ...(waiting > 0
      ? [`${waiting} ${mails(waiting)} of live mode cannot be sent, the oldest for ${minutes} min: ${lastError ?? ''}.`]
      : []),
    ...(lost > 0
      ? [
          `${lost} ${mails(lost)} of live mode of the last day failed or may not have arrived: see \`mizan mail list --status UNKNOWN\` and \`--status FAILED\`.`,
        ]
      : []),
  ];
}

const mails = (count: number): string => (count === 1 ? 'mail' : 'mails');
