/** Jest's global teardown: ends what `start-run.ts` started. */
export default async function stopRun(): Promise<void> {
  await globalThis.endTestRun?.();
}
