import { describeFailure } from '@mizan/stack/setup-problem';

/** Runs the whole of a one-shot container; a failure is one clear line and status 1. */
export async function runOnce(name: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (failure) {
    console.error(`${name}: ${describeFailure(failure)}`);
    process.exitCode = 1;
  }
}
