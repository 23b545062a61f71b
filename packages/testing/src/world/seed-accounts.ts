import { deriveServiceEnv, ServiceSecrets } from '@mizan/service-kit';
import type { DemoAccounts } from '@mizan/stack/dev-file';

type Seed = (gatewayDatabaseUrl: string, secrets: ServiceSecrets) => Promise<DemoAccounts>;

/** Runs the gateway's own seeding, as `npm start` does. Found by name, because the gateway's tests use this harness too. */
export async function seedAccounts(gatewayDatabaseUrl: string, rootSecret: string): Promise<DemoAccounts> {
  const { seedDemoAccounts } = (await import('@mizan/gateway/operator/seed-demo-accounts' as string)) as {
    seedDemoAccounts: Seed;
  };
  return seedDemoAccounts(
    gatewayDatabaseUrl,
    new ServiceSecrets(deriveServiceEnv(rootSecret, 'gateway')['MIZAN_SERVICE_SECRET'] ?? ''),
  );
}
