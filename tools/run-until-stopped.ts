import { describeFailure } from '@mizan/stack/setup-problem';

/** What to say of the end. */
export interface Announcements {
  onStopping(): void;
  /** Everything was undone without a failure. */
  onStopped(): void;
}

/** Registers something to undo; the last registered is undone first. */
export type Teardown = (undo: () => Promise<void> | void) => void;

/**
 * Runs `start`, then waits for SIGINT, SIGTERM or SIGHUP and undoes everything that `start` registered. A failed start
 * undoes what was done so far, prints one clear line and ends with status 1. Repeated signals change nothing: a
 * terminal's Ctrl-C arrives here, through npm and through the bootstrap.
 *
 * @param parentPid the process whose death counts as a signal, when there is one
 */
export async function runUntilStopped(
  start: (onStop: Teardown) => Promise<void>,
  parentPid?: string,
  announce?: Announcements,
): Promise<void> {
  const undo: (() => Promise<void> | void)[] = [];
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
    if (Number(parentPid) === process.ppid) {
      setInterval(() => process.ppid !== Number(parentPid) && stop(), 500).unref();
    }
  });
  const keepAlive = setInterval(() => undefined, 60_000);
  try {
    const started = start((each) => undo.push(each));
    started.catch(() => undefined); // a signal may come first
    await Promise.race([started, stopped]);
    await stopped;
    announce?.onStopping();
  } catch (failure) {
    console.error(`mizan: ${describeFailure(failure)}`);
    process.exitCode = 1;
  }
  for (let each = undo.pop(); each; each = undo.pop()) {
    try {
      await each();
    } catch (failure) {
      console.error(`mizan: while stopping: ${describeFailure(failure)}`);
      process.exitCode = 1;
    }
  }
  if (!process.exitCode) announce?.onStopped();
  clearInterval(keepAlive);
  process.exit();
}
