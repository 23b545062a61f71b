/** Ctrl-C, the end of a job, and a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work. A signal meanwhile ends the process as it does by default, but first it runs `onSignal`, which does all that it does
 * at once.
 */
export async function runInterruptible<Result>(onSignal: () => void, work: () => Promise<Result>): Promise<Result> {
  const end = (signal: NodeJS.Signals): void => {
    onSignal();
    ignore();
    process.kill(process.pid, signal); // ends it when the last one that listens has stopped listening
  };
  const ignore = (): void => signals.forEach((signal) => process.off(signal, end));
  for (const signal of signals) process.on(signal, end);
  try {
    return await work();
  } finally {
    ignore();
  }
}
