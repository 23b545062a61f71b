/**
 * The part of a start that needs the services' code: schemas, logins, migrations, demo accounts. A process of its own,
 * so that the launcher, which runs for hours, never loads it. It imports them while the infrastructure starts, and works
 * once the launcher sends its addresses.
 */
import { serviceNames } from '@mizan/contracts';
import { seedDemoAccounts } from '@mizan/gateway/operator/seed-demo-accounts';
import { deriveBusEnv, deriveServiceEnv, ServiceSecrets } from '@mizan/service-kit';
import { describeFailure } from '@mizan/stack/setup-problem';
import { loadServices } from '../load-services.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { Answer, Instruction, ServiceEnvs } from './prepare.ts';

const loading = loadServices();
loading.catch(() => undefined); // reported where it is awaited
process.once('disconnect', () => process.exit()); // done, or the launcher died
process.once('message', (instruction: Instruction) => {
  void prepare(instruction).catch((failure: unknown) => answer({ failure: describeFailure(failure) }));
});

async function prepare({ databaseUrl, rootSecret }: Instruction): Promise<void> {
  const report = (line: string): void => console.error(`mizan: ${line}`);
  const databases = await prepareDatabase({ adminUrl: databaseUrl, rootSecret, report }, await loading);
  const prefix = process.env['MIZAN_BUS_PREFIX'];
  const envs = await Promise.all(
    serviceNames.map(async (name) => [
      name,
      {
        ...deriveServiceEnv(rootSecret, name),
        ...(await deriveBusEnv(rootSecret, name, prefix)),
        DATABASE_URL: databases[name].runtimeUrl,
      },
    ]),
  );
  answer({ envs: Object.fromEntries(envs) as ServiceEnvs });

  const secrets = new ServiceSecrets(deriveServiceEnv(rootSecret, 'gateway')['MIZAN_SERVICE_SECRET'] ?? '');
  answer({ demo: await seedDemoAccounts(databases.gateway.runtimeUrl, secrets) });
}

function answer(content: Answer): void {
  process.send?.(content);
}
