import { CommandError } from '../terminal/command-error.ts';
import { printNotice } from '../terminal/print.ts';
import { runInterruptible } from '../terminal/run-interruptible.ts';

/** A request may have taken effect. */
export class Undecided extends CommandError {}

/** It is not known whether a request took effect. The message says how to repeat the command, which finds out. */
export class OutcomeUnknown extends Undecided {
  /** EX_TEMPFAIL of sysexits.h: scripts tell it from a refusal. */
  override readonly exitCode = 75;
}

/** The idempotency key belongs to another request, which may have taken effect: repeating this one cannot find out. */
export class KeyOfOtherRequest extends Undecided {}

/** What to do where it is not known whether a command took effect. @param key of its run */
export const howToRepeat = (key: string): string =>
  `It is not known whether the command took effect. Repeat it within 24 hours with this key, so that it cannot take effect twice:\n  --idempotency-key ${key}`;

/** Runs a request. A signal ends the process as it does by default, but first it is printed how to repeat the command. */
export const sayingHowToRepeat = <Result>(key: string, request: () => Promise<Result>): Promise<Result> =>
  runInterruptible(() => printNotice(`\nmizan: ${howToRepeat(key)}`), request);
