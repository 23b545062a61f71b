import { setTimeout as delay } from 'node:timers/promises';
import { styleText } from 'node:util';

const timeoutMs = 15_000; // effects follow by event, normally within a tenth of a second

/** What a demo prints: numbered steps, and under each who did what. */
export interface Narrator {
  heading(title: string): void;
  report(actor: string, text: string): void;
}

export function narrate(): Narrator {
  let step = 0;
  return {
    heading: (title) => console.log(`\n${styleText('bold', `${++step}. ${title}`)}`),
    report: (actor, text) => console.log(`   ${styleText('dim', actor.padEnd(10))}${text}`),
  };
}

const pounds = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });

/** Minor units of Egyptian pounds as people write them: `1,007,840.75 EGP`. */
export const egp = (amount: number): string => `${pounds.format(amount / 100)} EGP`;

/** Repeats `read` until it returns something. @throws Error naming what did not happen */
export async function until<T>(what: string, read: () => Promise<T | false | undefined>): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(50)) {
    const answer = await read();
    if (answer !== false && answer !== undefined) return answer;
  }
  throw new Error(`${what}: did not happen within ${timeoutMs / 1000} s`);
}
