import { rmSync } from 'node:fs';
import { issueCertificate } from '@mizan/stack/certificates';
import { measureSlowness } from './measure-slowness.ts';
import { openPostgres } from './postgres-of-run.ts';
import { announcePostgres, createRun } from './test-run.ts';

declare global {
  /** What jest's global teardown calls; setup and teardown share nothing else. */
  var endTestRun: (() => Promise<void>) | undefined;
}

/**
 * Jest's global setup. PostgreSQL starts in the background: tests that need none do not wait for it, the others wait in
 * `startWorld`.
 */
export default async function startRun(): Promise<void> {
  process.env['LOG_LEVEL'] ??= 'silent';
  process.env['MIZAN_TEST_SLOWNESS'] = String(measureSlowness()); // before anything that it would measure is started
  const run = createRun();
  const opening = openPostgres(run);
  opening.then(
    ({ url }) => announcePostgres(run, { url }),
    (failure: Error) => announcePostgres(run, { error: failure.message }),
  );
  globalThis.endTestRun = async () => {
    await opening.then(
      (postgres) => postgres.close(),
      () => undefined, // announced already
    );
    rmSync(run.folder, { recursive: true, force: true });
  };
  await issueCertificate(run.path('ca'), 'webhook-sink');
}
