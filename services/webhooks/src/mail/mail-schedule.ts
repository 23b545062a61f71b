/** Time without success after which a mail fails. */
export const mailMaxAgeMs = 72 * 60 * 60_000;

const minuteMs = 60_000;
/** Delays after each attempt that a server did not accept, then the last one again and again; the server may be greylisting. */
const serverDelaysMs = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * minuteMs);
/** Delays after each attempt to write a mail: what it says usually exists within a second, and the owner may be restarting. */
const contentDelaysMs = [1_000, 2_000, 5_000, 15_000, minuteMs, 5 * minuteMs];
const jitter = 0.1;

/** What a mail waits for. */
export type AwaitedBy = 'server' | 'content';

/**
 * When a mail is tried again; undefined when it has been tried for three days.
 *
 * @param mail.attempts including the one that has just failed, from 1
 * @param random from 0 to just below 1
 */
export function nextAttemptAt(
  mail: { readonly attempts: number; readonly queuedAt: Date; readonly awaits: AwaitedBy },
  now: Date,
  random: number,
): Date | undefined {
  if (isTooOld(mail, now)) return undefined;
  const delays = mail.awaits === 'server' ? serverDelaysMs : contentDelaysMs;
  const delayMs = delays[Math.min(mail.attempts, delays.length) - 1] ?? minuteMs;
  return new Date(now.getTime() + delayMs * (1 + jitter * (2 * random - 1)));
}

/** Whether a mail is no longer tried: a receipt that arrives a week late does more harm than good. */
export const isTooOld = ({ queuedAt }: { readonly queuedAt: Date }, now: Date): boolean =>
  now.getTime() - queuedAt.getTime() > mailMaxAgeMs;
