import { rmSync } from 'node:fs';
import { issueCertificate } from '@mizan/stack/certificates';
import { prefersContainers } from './containers.ts';
import { measureSlowness } from './measure-slowness.ts';
import { openPostgres } from './open-postgres.ts';
import { announcePostgres, createRun } from './test-run.ts';

declare global {
  /** Called by jest's global teardown, which shares nothing else with the setup. */
  var stopTestRun: (() => Promise<void>) | undefined;
}

/**
 * Jest's global setup. PostgreSQL starts in the background: tests that need none do not wait for it, the others wait in
 * `startWorld`. In a container it is awaited here, since pulling its image may
 * take longer than any test.
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
  globalThis.stopTestRun = async () => {
    await opening.then(
      (postgres) => postgres.close(),
      () => undefined, // the workers know already
    );
    rmSync(run.folder, { recursive: true, force: true });
  };
  await issueCertificate(run.path('ca'), 'webhook-sink');
  if (prefersContainers()) await opening.catch(() => undefined); // `startWorld` throws it
}
