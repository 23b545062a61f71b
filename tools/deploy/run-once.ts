import { describeFailure } from '@mizan/stack/setup-problem';

/** Runs the whole of a one-shot container; a failure is one clear line and status 1. */
export async function runOnce(name: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (failure) {
    const isUsage =
      failure instanceof TypeError && 'code' in failure && String(failure.code).startsWith('ERR_PARSE_ARGS');
    console.error(`${name}: ${isUsage ? failure.message : describeFailure(failure)}`);
    process.exitCode = 1;
  }
}
