import { serviceNames, type ServiceName } from '@mizan/contracts';
import { provision, type AnyService, type ServiceDatabase } from '@mizan/service-kit';
import { migrate } from '@mizan/service-kit/schema';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { compareSecret, hasPlatform } from './deploy/secret-of-database.ts';

/**
 * Creates every service's schema and logins and applies pending migrations.
 *
 * @param adminUrl a login that may create roles
 * @throws SetupProblem when the server cannot be reached or refuses, the platform there has another root secret, or a
 *   migration fails
 */
export async function prepareDatabase(
  adminUrl: string,
  rootSecret: string,
  services: Record<ServiceName, AnyService>,
): Promise<Record<ServiceName, ServiceDatabase>> {
  await assertSecret(adminUrl, rootSecret);
  const databases = await provision(adminUrl, rootSecret, serviceNames).catch((failure: Error) => {
    throw new SetupProblem(`PostgreSQL at ${new URL(adminUrl).host}: ${failure.message || String(failure)}`);
  });
  // All end before one that failed is reported: a caller may stop the server then.
  const migrated = await Promise.allSettled(
    serviceNames.map((name) => migrate(services[name].orm, databases[name].ownerUrl)),
  );
  const failures = migrated.flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [{ service: serviceNames[at] ?? '', reason: outcome.reason as Error }] : [],
  );
  if (failures.length > 0) {
    const cause = new AggregateError(failures.map(({ reason }) => reason));
    throw new SetupProblem(describeFailures(failures), { cause });
  }
  return databases;
}

/** Under another secret the platform would start, refuse every key, and could not read what is encrypted. */
async function assertSecret(adminUrl: string, rootSecret: string): Promise<void> {
  // A server that cannot be reached is reported by what comes next.
  const isOther = (await compareSecret({ adminUrl, rootSecret }).catch(() => 'unknown')) === 'other';
  if (!isOther || !(await hasPlatform(adminUrl))) return;
  throw new SetupProblem(
    'MIZAN_SECRET is not the secret of the platform in this database: the logins of its services follow from another one. Nothing was ' +
      `changed. Set MIZAN_SECRET to its old value. To begin with an empty platform, drop the schemas ${serviceNames.join(', ')} first.`,
  );
}

/** A line for each message, with all services that it is of. */
export function describeFailures(failures: readonly { readonly service: string; readonly reason: Error }[]): string {
  const byMessage = Map.groupBy(failures, ({ reason }) => reason.message);
  const lines = [...byMessage].map(
    ([message, sharing]) => `${sharing.map(({ service }) => `services/${service}`).join(', ')}: ${message}`,
  );
  return lines.join('\n');
}
