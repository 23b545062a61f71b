import { Problem } from '../problem.ts';

const toleratedMs = 1_000; // between reading the clock and comparing it

/** @param now by the clock of the account, which is ahead of real time where it was advanced @throws Problem `parameter_invalid` */
export function assertFuture(param: string, at: Date, now: Date): void {
  if (at > now) return;
  const clock = now.getTime() - Date.now() > toleratedMs ? 'the time of your test clock' : 'the present time';
  const message = `${param} must be in the future: after ${now.toISOString()}, ${clock}. You sent ${at.toISOString()}.`;
  throw new Problem('parameter_invalid', message, { param });
}
