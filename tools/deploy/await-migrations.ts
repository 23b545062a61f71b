/**
 * Ends once the service's schema has every migration that this version needs: what a pod waits for before its service
 * starts, so that a rollout and its migration Job may be applied in any order.
 *
 * Argument: the service's name. Environment: `DATABASE_URL`, the service's own login.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '@mizan/contracts';
import type { AnyService } from '@mizan/service-kit';
import { missingMigrations } from '@mizan/service-kit/schema';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { runOnce } from './run-once.ts';

const everyMs = 1_000;

await runOnce('await-migrations', async () => {
  const name = process.argv[2] as ServiceName;
  if (!serviceNames.includes(name)) throw new SetupProblem(`name one of ${serviceNames.join(', ')}.`);
  const { [name]: service } = (await import(`@mizan/${name}/app`)) as Record<ServiceName, AnyService>;
  let said = '';
  for (;;) {
    const missing = await missingMigrations(service.orm, process.env['DATABASE_URL'] ?? '').then(
      (names) => names.join(', '),
      (failure: Error) => failure.message || 'PostgreSQL cannot be reached', // before provisioning the login does not exist
    );
    if (missing === '') return;
    if (missing !== said) console.log(`await-migrations: ${name} waits for: ${missing}`);
    said = missing;
    await delay(everyMs);
  }
});
