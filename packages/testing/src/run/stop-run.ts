/** Jest's global teardown: stops what `start-run.ts` started. */
export default async function stopRun(): Promise<void> {
  await globalThis.stopTestRun?.();
}
