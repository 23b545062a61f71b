import type { MailView } from '@mizan/checkout-page';
import { acrossMerchants, type Database, type Scope, type Tx } from '@mizan/service-kit';
import type { ClaimedMail } from './claim-due-mails.ts';
import { mails } from './mail.table.ts';

/** What an attempt ends with. */
export type MailOutcome =
  | { readonly status: 'ACCEPTED'; readonly view: MailView | null }
  | { readonly status: 'PENDING'; readonly lastError: string; readonly nextAt: Date }
  | { readonly status: 'REFUSED' | 'FAILED' | 'UNKNOWN' | 'CANCELED'; readonly lastError: string };

/** Stores to whom a mail goes before it is first sent: a later attempt goes to the same address. False: the lease is lost. */
export const recordRecipient = ({ system }: Database, { id, claimId }: ClaimedMail, to: string): Promise<boolean> =>
  system.sql`
    update mails set recipient = ${to}
    where ${acrossMerchants} and id = ${id} and claim_id = ${claimId} and status = 'PENDING' returning 1`.then(
    (rows) => rows.length > 0,
  );

/**
 * Stores that the server is about to receive the end of a mail. From here on the mail is never sent again by itself: a process
 * that dies now leaves one whose acceptance is unknown.
 *
 * @param answerBy when the process that waits for the server's answer counts as dead
 * @throws Error: the lease is lost; another process has the mail, and this one must not send it
 */
export async function recordSending({ system }: Database, { id, claimId }: ClaimedMail, answerBy: Date): Promise<void> {
  const rows = await system.sql`
    update mails set status = 'SENDING', next_at = ${answerBy}
    where ${acrossMerchants} and id = ${id} and claim_id = ${claimId} and status = 'PENDING' returning 1`;
  if (rows.length === 0) throw new Error('the lease of the mail was lost');
}

/**
 * Stores the outcome of an attempt, and reports with it that a refund's mail was accepted. @returns false when the lease was lost. @throws what `pg` throws
 *
 * @param now real time
 */
export function recordMailOutcome(
  db: Database,
  mail: ClaimedMail,
  recorded: { readonly outcome: MailOutcome; readonly now: Date },
): Promise<boolean> {
  if (recorded.outcome.status !== 'ACCEPTED' || !isReported(mail)) return writeOutcome(db.system, mail, recorded);
  return db.transact(scopeOf(mail), async (tx) => {
    const isRecorded = await writeOutcome(tx, mail, recorded);
    if (isRecorded) reportAcceptance(tx, mail);
    return isRecorded;
  });
}

/** Whether another service shows when this mail was accepted: payments does of a refund that waits for its buyer. */
const isReported = ({ template }: ClaimedMail): boolean => template === 'refund_details';

const scopeOf = ({ merchantId, livemode }: ClaimedMail): Scope => ({ merchantId, livemode });

/** Publishes with the transaction that a mail was accepted. */
const reportAcceptance = (tx: Tx, { id, template, aboutId }: ClaimedMail) =>
  tx.emit('mail.accepted', { object: { id, object: 'mail_acceptance', template, aboutId }, version: 1 });

async function writeOutcome(
  { sql }: Pick<Tx, 'sql'>,
  { id, claimId }: ClaimedMail,
  { outcome, now }: { readonly outcome: MailOutcome; readonly now: Date },
): Promise<boolean> {
  const { status } = outcome;
  const changes = mails.set({
    status,
    nextAt: status === 'PENDING' ? outcome.nextAt : null,
    claimId: null,
    lastError: status === 'ACCEPTED' ? null : outcome.lastError,
    acceptedAt: status === 'ACCEPTED' ? now : null,
    view: status === 'ACCEPTED' ? outcome.view : null,
  });
  const rows = await sql`
    update mails set ${changes}
    where ${acrossMerchants} and id = ${id} and claim_id = ${claimId} and status in ('PENDING', 'SENDING') returning 1`;
  return rows.length > 0;
}

const lostAnswer = 'The process that sent it ended before the answer of the mail server was stored.';

/** Mails whose process ended after the server may have accepted them: they are not sent again. @returns how many */
export async function endLostMails(
  { system }: Database,
  { livemode, now }: { readonly livemode: boolean; readonly now: Date },
): Promise<number> {
  const rows = await system.sql`
    update mails set status = 'UNKNOWN', next_at = null, claim_id = null, last_error = ${lostAnswer}
    where ${acrossMerchants} and id = any(array(
      select id from mails where ${acrossMerchants} and livemode = ${livemode} and status = 'SENDING' and next_at < ${now}
      order by next_at limit 500 for update skip locked)) returning 1`;
  return rows.length;
}
