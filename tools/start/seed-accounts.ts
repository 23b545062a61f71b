import { deriveServiceEnv, ServiceSecrets } from '@mizan/service-kit';
import type { DemoAccounts } from './dev-file.ts';

type Seed = (gatewayDatabaseUrl: string, secrets: ServiceSecrets) => Promise<DemoAccounts>;

/** Creates the demo accounts and their keys if they are missing; the keys derive from the root secret. */
export async function seedAccounts(gatewayDatabaseUrl: string, rootSecret: string): Promise<DemoAccounts> {
  const { seedDemoAccounts } = (await import('@mizan/gateway/accounts/seed-demo-accounts' as string)) as {
    seedDemoAccounts: Seed;
  };
  return seedDemoAccounts(
    gatewayDatabaseUrl,
    new ServiceSecrets(deriveServiceEnv(rootSecret, 'gateway').MIZAN_SERVICE_SECRET ?? ''),
  );
}
