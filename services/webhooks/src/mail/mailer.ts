import { setTimeout as wait } from 'node:timers/promises';
import { acrossMerchants, log, type Background } from '@mizan/service-kit';
import { attemptMail } from './attempt-mail.ts';
import { claimDueMails, type ClaimedMail } from './claim-due-mails.ts';
import { sendsMail, type MailApp } from './mail-app.ts';
import { endLostMails } from './record-mail.ts';
import { smtpTimes } from './send-over-smtp.ts';

/** Mails that a process sends at the same time, in each mode. */
const slots = 16;
/** How long an idle process waits for mail that another has queued, or whose time has come. */
const idleMs = 1_000;
const afterFailureMs = 2_000;

/**
 * Sends the queued mail of both modes, each with slots of its own. Postgres is the queue: any number of processes may run this,
 * and a killed one leaves nothing behind but leases that end.
 */
export class Mailer implements Background {
  readonly #app: MailApp;
  readonly #stop = new AbortController();
  readonly #breakOff = new AbortController();
  readonly #woken = new Map<boolean, () => void>();
  readonly #active = new Set<Promise<void>>();
  #loops: Promise<void>[] = [];

  constructor(app: MailApp) {
    this.#app = app;
    this.#observe();
  }

  start(): void {
    this.#loops = [true, false].filter((mode) => sendsMail(this.#app, mode)).map((mode) => this.#run(mode));
  }

  /** Called when mail of this mode was queued. */
  wake(livemode: boolean): void {
    this.#woken.get(livemode)?.();
  }

  /** Takes no more mail and finishes what is being sent; what takes too long is broken off, as when the process is killed. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const wake of this.#woken.values()) wake();
    await Promise.all(this.#loops);
    const { whenStoppingMs } = this.#app.smtpTimes ?? smtpTimes;
    const finished = Promise.all(this.#active);
    await Promise.race([finished, wait(whenStoppingMs, undefined, { ref: false })]);
    this.#breakOff.abort();
  }

  async #run(livemode: boolean): Promise<void> {
    const { signal } = this.#stop;
    /** How many it is sending, by account. */
    const leased = new Map<string, number>();
    let after = '';
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => this.#woken.set(livemode, resolve));
      try {
        const { db, now } = this.#app;
        await endLostMails(db, { livemode, now: now() });
        const free = slots - sum(leased);
        const claim = await claimDueMails(db.system, { livemode, free, leased, after, now: now() });
        for (const mail of claim.mails) this.#attempt(mail, leased);
        after = claim.reached ?? '';
        const mayBeMore = claim.reached !== undefined || claim.mails.length > 0;
        if (mayBeMore && slots > sum(leased)) continue;
        await Promise.race([woken, wait(idleMs, undefined, { signal }).catch(() => 'stopped')]);
      } catch (thrown) {
        log.warn({ event: 'mail.queue_unreadable', err: thrown });
        await wait(afterFailureMs, undefined, { signal }).catch(() => 'stopped');
      }
    }
  }

  #attempt(mail: ClaimedMail, leased: Map<string, number>): void {
    const { id, merchantId, livemode } = mail;
    leased.set(merchantId, (leased.get(merchantId) ?? 0) + 1);
    const attempt = attemptMail(this.#app, mail, this.#breakOff.signal)
      .catch((thrown: unknown) => log.error({ event: 'mail.failed', mailId: id, err: thrown }))
      .finally(() => {
        const left = (leased.get(merchantId) ?? 1) - 1;
        if (left === 0) leased.delete(merchantId);
        else leased.set(merchantId, left);
        this.#active.delete(attempt);
        this.wake(livemode);
      });
    this.#active.add(attempt);
  }

  #observe(): void {
    const { metrics, db } = this.#app;
    metrics.observe(['mizan.mail.backlog', 'mizan.mail.backlog.age', 'mizan.mail.unsent'], async (report) => {
      const rows = await db.system.sql<{ livemode: boolean; backlog: number; age: number; unsent: number }>`
        select mode as livemode,
          (select count(*)::int from (select 1 from mails
            where ${acrossMerchants} and livemode = mode and status = 'PENDING' limit ${countedMax}) as counted) as backlog,
          coalesce((select extract(epoch from now() - min(queued_at)) from (select queued_at from mails
            where ${acrossMerchants} and livemode = mode and status = 'PENDING' limit ${countedMax}) as waiting), 0)::float8 as age,
          (select count(*)::int from (select 1 from mails
            where ${acrossMerchants} and status in ('REFUSED', 'FAILED', 'UNKNOWN') and livemode = mode limit ${countedMax}) as counted) as unsent
        from (values (true), (false)) as modes (mode)`;
      for (const { livemode, backlog, age, unsent } of rows) {
        const labels = { 'mizan.livemode': String(livemode) };
        report('mizan.mail.backlog', backlog, labels);
        report('mizan.mail.backlog.age', age, labels);
        report('mizan.mail.unsent', unsent, labels);
      }
    });
  }
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, each) => all + each, 0);

const countedMax = 10_000; // the exact number beyond it adds nothing
