import { rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { issueCertificate } from '@mizan/stack/certificates';
import { prefersContainers } from './containers.ts';
import { openPostgres } from './open-postgres.ts';
import { announcePostgres, createRun } from './test-run.ts';

declare global {
  /** Called by jest's global teardown, which shares nothing else with the setup. */
  var stopTestRun: (() => Promise<void>) | undefined;
}

/** Options of jest that its runtime here does not have. */
type Options = Readonly<Partial<Record<'collectCoverage' | 'watch' | 'watchAll', boolean>>>;

/**
 * Jest's global setup. PostgreSQL starts in the background: tests that need none do not wait for it, the others wait in
 * `startWorld`. In a container it is awaited here, since pulling its image may take longer than any test.
 */
export default async function startRun(options: Options): Promise<void> {
  if (options.collectCoverage || options.watch || options.watchAll)
    throw new Error('There is no --coverage and no --watch here: see Modules in packages/testing/README.md.');
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

const turns = 40_000_000;
const idleMs = 80; // what so many turns take on one of the two idle cores that all timeouts are written for
const slownessMax = 12; // a test that hangs must still end

/**
 * How many times slower this machine is now than two idle cores, at least 1: how long a fixed calculation takes, which
 * shows a slow or a shared processor, or how many processes have been waiting for each core during the last minute.
 */
function measureSlowness(): number {
  const startedAt = performance.now();
  let sum = 1;
  for (let turn = 0; turn < turns; turn++) sum = Math.imul(sum ^ turn, 0x9e37_79b1);
  const calculation = (performance.now() - startedAt) / idleMs;
  const waiting = (loadavg()[0] ?? 0) / availableParallelism();
  if (sum === 0) throw new Error('bug: the calculation was optimised away');
  return Math.min(slownessMax, Math.max(1, calculation, waiting));
}
