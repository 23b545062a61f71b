import { deriveServiceEnv, ServiceSecrets } from '@mizan/service-kit';

/** The accounts that every stack with a gateway starts with, and their keys. */
export interface DemoAccounts {
  readonly account: { readonly id: string };
  readonly keys: {
    readonly testSecret: string;
    readonly testPublishable: string;
    readonly testRestricted: string;
    readonly liveSecret: string;
  };
  /** A second merchant, without data: for isolation checks. */
  readonly otherAccount: {
    readonly id: string;
    readonly keys: { readonly testSecret: string; readonly liveSecret: string };
  };
}

type Seed = (gatewayDatabaseUrl: string, secrets: ServiceSecrets) => Promise<DemoAccounts>;

/** Runs the gateway's own seeding, as `npm start` does. Found by name, because the gateway's tests use this harness too. */
export async function seedAccounts(gatewayDatabaseUrl: string, rootSecret: string): Promise<DemoAccounts> {
  const { seedDemoAccounts } = (await import('@mizan/gateway/accounts/seed-demo-accounts' as string)) as {
    seedDemoAccounts: Seed;
  };
  return seedDemoAccounts(
    gatewayDatabaseUrl,
    new ServiceSecrets(deriveServiceEnv(rootSecret, 'gateway')['MIZAN_SERVICE_SECRET'] ?? ''),
  );
}
