import { serviceNames, type ServiceName } from '@mizan/contracts';
import { provision, type AnyService, type ServiceDatabase } from '@mizan/service-kit';
import { migrate } from '@mizan/service-kit/schema';
import { SetupProblem } from '@mizan/stack/setup-problem';

/**
 * Creates every service's schema and logins and applies pending migrations.
 *
 * @param adminUrl a login that may create roles
 * @throws SetupProblem when the server cannot be reached or refuses, or a migration fails
 */
export async function prepareDatabase(
  adminUrl: string,
  rootSecret: string,
  services: Record<ServiceName, AnyService>,
): Promise<Record<ServiceName, ServiceDatabase>> {
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

/** A line for each message, with all services that it is of. */
export function describeFailures(failures: readonly { readonly service: string; readonly reason: Error }[]): string {
  const byMessage = Map.groupBy(failures, ({ reason }) => reason.message);
  const lines = [...byMessage].map(
    ([message, sharing]) => `${sharing.map(({ service }) => `services/${service}`).join(', ')}: ${message}`,
  );
  return lines.join('\n');
}
