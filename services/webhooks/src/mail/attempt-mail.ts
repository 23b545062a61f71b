import { setTimeout as wait } from 'node:timers/promises';
import { failpoint, log, newWork, runWork, span, SpanKind } from '@mizan/service-kit';
import { buildMessage } from './build-message.ts';
import type { ClaimedMail } from './claim-due-mails.ts';
import { composeMail, type ComposedMail } from './compose-mail.ts';
import type { MailApp } from './mail-app.ts';
import { type AwaitedBy, isTooOld, nextAttemptAt } from './mail-schedule.ts';
import { recordMailOutcome, recordRecipient, recordSending, type MailOutcome } from './record-mail.ts';
import { sendOverSmtp, smtpTimes, type SmtpOutcome } from './send-over-smtp.ts';

/** What the log and the metrics call an attempt. */
type Reported = MailOutcome['status'] | 'postponed' | 'lease_lost';

const recordRetryMs = 500;
/** Until the process that waited for the answer counts as dead. */
const recordMaxMs = 45_000;

/**
 * Writes a mail, sends it and stores what became of it. Whatever line the process dies on: before the end of the message was
 * announced, the mail is due again when its lease ends; after that it is never sent again by itself. So it is when `signal`
 * breaks off the attempt, as nothing is stored then.
 */
export function attemptMail(app: MailApp, mail: ClaimedMail, signal: AbortSignal): Promise<void> {
  return runWork({ ...newWork(0), requestId: undefined, idempotencyKey: undefined }, async () => {
    const startedAt = performance.now();
    const outcome = await span(
      {
        name: 'mail',
        kind: SpanKind.CLIENT,
        attributes: { 'messaging.message.id': mail.id, 'mizan.mail.template': mail.template },
      },
      () => tryMail(app, mail, signal),
    );
    const isRecorded = outcome === undefined || (await record(app, mail, outcome));
    failpoint('mail.recorded');
    report(app, mail, {
      status: !isRecorded || !outcome ? 'lease_lost' : outcome.status === 'PENDING' ? 'postponed' : outcome.status,
      error: outcome && 'lastError' in outcome ? outcome.lastError : undefined,
      durationMs: Math.round(performance.now() - startedAt),
    });
  });
}

/** One attempt; undefined when another process has the mail by now, or is to have it because this one stops. */
async function tryMail(app: MailApp, mail: ClaimedMail, signal: AbortSignal): Promise<MailOutcome | undefined> {
  if (isTooOld(mail, app.now())) return { status: 'FAILED', lastError: 'It could not be sent for three days.' };
  const composed = await composeMail(app, mail).catch((thrown: unknown): ComposedMail => ({
    state: 'later',
    reason: textOf(thrown),
  }));
  if (composed.state === 'void') return { status: 'CANCELED', lastError: composed.reason };
  if (composed.state === 'later') return later(app, mail, { awaits: 'content', reason: composed.reason });
  const to = mail.recipient ?? composed.to;
  if (!(await recordRecipient(app.db, mail, to))) return undefined;
  failpoint('mail.composed');
  if (!mail.livemode) return { status: 'ACCEPTED', view: composed.view };
  const { smtp, smtpTimes: times = smtpTimes } = app;
  if (!smtp) return later(app, mail, { awaits: 'server', reason: 'No mail server is set.' });
  const message = await buildMessage(composed.view, { id: mail.id, to, from: smtp.from });
  const beforeEnd = async (): Promise<void> => {
    failpoint('mail.before_end');
    await recordSending(app.db, mail, new Date(app.now().getTime() + times.answerMs + recordMaxMs));
    failpoint('mail.marked');
  };
  const sent = await sendOverSmtp(smtp, { to, message, beforeEnd, signal }, times);
  if (sent.kind === 'aborted') return undefined;
  if (sent.kind === 'accepted') failpoint('mail.sent_unrecorded');
  return outcomeOf(app, mail, sent);
}

function outcomeOf(app: MailApp, mail: ClaimedMail, sent: Exclude<SmtpOutcome, { kind: 'aborted' }>): MailOutcome {
  switch (sent.kind) {
    case 'accepted':
      return { status: 'ACCEPTED', view: null };
    case 'refused':
      return { status: 'REFUSED', lastError: sent.reason };
    case 'unknown':
      return { status: 'UNKNOWN', lastError: sent.reason };
    case 'postponed':
      return later(app, mail, { awaits: 'server', reason: sent.reason });
  }
}

function later(
  app: Pick<MailApp, 'now'>,
  { attempts, queuedAt }: ClaimedMail,
  { awaits, reason }: { readonly awaits: AwaitedBy; readonly reason: string },
): MailOutcome {
  const nextAt = nextAttemptAt({ attempts, queuedAt, awaits }, app.now(), Math.random());
  return nextAt ? { status: 'PENDING', lastError: reason, nextAt } : { status: 'FAILED', lastError: reason };
}

/** Stores the outcome, also when the database is away for a moment: what is not stored in time counts as unknown. */
async function record(app: MailApp, mail: ClaimedMail, outcome: MailOutcome): Promise<boolean> {
  for (const until = performance.now() + recordMaxMs; ;) {
    try {
      return await recordMailOutcome(app.db, mail, { outcome, now: app.now() });
    } catch (thrown) {
      if (performance.now() > until) throw thrown;
      await wait(recordRetryMs);
    }
  }
}

const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 300);

function report(
  { metrics }: MailApp,
  { id, merchantId, livemode, template, attempts }: ClaimedMail,
  {
    status,
    error,
    durationMs,
  }: { readonly status: Reported; readonly error: string | undefined; readonly durationMs: number },
): void {
  const outcome = status.toLowerCase();
  metrics.add('mizan.mail.attempts', {
    'mizan.livemode': String(livemode),
    'mizan.mail.template': template,
    'mizan.outcome': outcome,
  });
  const level = status === 'REFUSED' || status === 'FAILED' || status === 'UNKNOWN' ? 'warn' : 'info';
  log[level]({
    event: 'mail.attempted',
    mailId: id,
    merchantId,
    livemode,
    template,
    attempt: attempts,
    outcome,
    error,
    durationMs,
  });
}
