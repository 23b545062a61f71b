import type { Attempt } from '@mizan/contracts';
import { job, Problem, type SystemReader } from '@mizan/service-kit';
import type { Limits } from '../config.ts';
import { attempts } from './attempt.table.ts';

const minute = 60;
const hour = 3_600;

/** How many attempts are allowed, and the message of a refusal. */
export interface AttemptRule {
  /** Shortest window first. */
  readonly maxByWindowSeconds: ReadonlyMap<number, number>;
  /** Its first sentence: the second says how long to wait. */
  readonly refusal: string;
  /** What is limited, for `RateLimit-Reason`. */
  readonly reason: 'client' | 'account' | 'endpoint';
}

/** The rules for each kind of attempt that operations declare. */
export const attemptRules = (limits: Limits): Readonly<Record<Attempt, AttemptRule>> => ({
  payment: {
    maxByWindowSeconds: new Map([
      [minute, limits.MIZAN_RATE_LIMIT_CONFIRMS_PER_MINUTE],
      [hour, limits.MIZAN_RATE_LIMIT_CONFIRMS_PER_HOUR],
    ]),
    refusal: 'Too many payment attempts.',
    reason: 'client',
  },
  change: {
    maxByWindowSeconds: new Map([
      [minute, limits.MIZAN_RATE_LIMIT_CHANGES_PER_MINUTE],
      [hour, limits.MIZAN_RATE_LIMIT_CHANGES_PER_HOUR],
    ]),
    refusal: 'Too many changes to this checkout.',
    reason: 'client',
  },
  details: {
    maxByWindowSeconds: new Map([[hour, limits.MIZAN_RATE_LIMIT_DETAILS_PER_HOUR]]),
    refusal: 'Too many attempts.',
    reason: 'client',
  },
  update: {
    maxByWindowSeconds: new Map([[hour, limits.MIZAN_RATE_LIMIT_UPDATES_PER_HOUR]]),
    refusal: 'Too many changes to this payment intent within an hour.',
    reason: 'endpoint',
  },
});

/**
 * Counts an attempt in the database, because the limit on card testers and guessers of codes must not grow with the number
 * of gateways. A window starts with its first attempt; refused attempts count, but do not extend it.
 *
 * @param subject what is attempted, and by whom
 * @throws Problem `rate_limit`: too many in one of the rule's windows
 */
export async function countAttempt(
  db: SystemReader,
  { maxByWindowSeconds: most, refusal, reason }: AttemptRule,
  subject: string,
): Promise<void> {
  const windows = await db.sql<{ seconds: number; count: number; left: number }>`
    ${attempts.into('subject', 'seconds', 'openedAt', 'count')}
    select ${subject}, seconds, now(), 1 from unnest(${[...most.keys()]}::int[]) as seconds
    on conflict (subject, seconds) do update set
      count = case when attempts.opened_at + attempts.seconds * interval '1 second' <= now() then 1 else attempts.count + 1 end,
      opened_at = case when attempts.opened_at + attempts.seconds * interval '1 second' <= now() then now() else attempts.opened_at end
    returning seconds, count,
      ceil(extract(epoch from opened_at + seconds * interval '1 second' - now()))::int as left`;
  const full = windows.filter(({ seconds, count }) => count > (most.get(seconds) ?? Number.POSITIVE_INFINITY));
  if (full.length === 0) return;
  const retryAfterSeconds = Math.max(1, ...full.map(({ left }) => left));
  throw new Problem('rate_limit', `${refusal} Try again in ${waitText(retryAfterSeconds)}.`, {
    retryAfterSeconds,
    headers: { 'RateLimit-Reason': reason },
  });
}

/** A wait in words, rounded up: `1 second`, `40 seconds`, `59 minutes`. */
function waitText(seconds: number): string {
  if (seconds > 2 * minute) return `${Math.ceil(seconds / minute)} minutes`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}

/** Deletes attempts whose windows have ended. */
export const deleteExpiredAttempts = job('forget-attempts', {
  everyMs: 60_000,
  run: async ({ db }) => {
    const deleted = await db.system.sql`
      delete from attempts where ctid = any(array(
        select ctid from attempts where opened_at < now() - ${hour} * interval '1 second' limit 5000)) returning 1`;
    return deleted.length;
  },
});
