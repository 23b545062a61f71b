import type { Attempt } from '@mizan/contracts';
import { job, Problem, type Job, type SystemReader } from '@mizan/service-kit';
import type { Limits } from './rates.ts';

const minute = 60;
const hour = 3_600;

/** How many attempts are allowed, and how a refusal says so. */
export interface AttemptRule {
  /** By the length of the window, seconds, shortest first. */
  readonly most: ReadonlyMap<number, number>;
  readonly refusal: string;
  /** Whose attempts they are, for `RateLimit-Reason`. */
  readonly reason: 'client' | 'account' | 'endpoint';
}

/** The rules for what an operation says is an attempt. */
export const attemptRules = (limits: Limits): Readonly<Record<Attempt, AttemptRule>> => ({
  payment: {
    most: new Map([
      [minute, limits.MIZAN_RATE_LIMIT_CONFIRMS_PER_MINUTE],
      [hour, limits.MIZAN_RATE_LIMIT_CONFIRMS_PER_HOUR],
    ]),
    refusal: 'Too many attempts to pay. Wait a little before the next one.',
    reason: 'client',
  },
  change: {
    most: new Map([
      [minute, limits.MIZAN_RATE_LIMIT_CHANGES_PER_MINUTE],
      [hour, limits.MIZAN_RATE_LIMIT_CHANGES_PER_HOUR],
    ]),
    refusal: 'Too many changes to this checkout. Wait a little before the next one.',
    reason: 'client',
  },
  update: {
    most: new Map([[hour, limits.MIZAN_RATE_LIMIT_UPDATES_PER_HOUR]]),
    refusal: 'Too many changes to this payment intent within an hour.',
    reason: 'endpoint',
  },
});

/**
 * Counts an attempt, in the database: what keeps card testers and guessers of codes out must not grow with the number of
 * gateways. A window opens with its first attempt; refused ones count, but do not keep it open.
 *
 * @param subject what is tried, and by whom
 * @throws Problem `rate_limit`: too many in one of the rule's windows
 */
export async function countAttempt(
  db: SystemReader,
  { most, refusal, reason }: AttemptRule,
  subject: string,
): Promise<void> {
  const windows = await db.sql<{ seconds: number; count: number; left: number }>`
    insert into attempts as known (subject, seconds, opened_at, count)
    select ${subject}, seconds, now(), 1 from unnest(${[...most.keys()]}::int[]) as seconds
    on conflict (subject, seconds) do update set
      count = case when known.opened_at + known.seconds * interval '1 second' <= now() then 1 else known.count + 1 end,
      opened_at = case when known.opened_at + known.seconds * interval '1 second' <= now() then now() else known.opened_at end
    returning seconds, count,
      ceil(extract(epoch from opened_at + seconds * interval '1 second' - now()))::int as left`;
  const full = windows.filter(({ seconds, count }) => count > (most.get(seconds) ?? Number.POSITIVE_INFINITY));
  if (full.length > 0)
    throw new Problem('rate_limit', refusal, {
      retryAfterSeconds: Math.max(1, ...full.map(({ left }) => left)),
      headers: { 'RateLimit-Reason': reason },
    });
}

/** Forgets attempts whose windows are over. */
export const forgetAttempts: Job = job('forget-attempts', {
  everyMs: 60_000,
  run: async ({ db }) => {
    const gone = await db.system.sql`
      delete from attempts where ctid = any(array(
        select ctid from attempts where opened_at < now() - ${hour} * interval '1 second' limit 5000)) returning 1`;
    return gone.length;
  },
});
