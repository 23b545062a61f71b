import { serviceNames, type ServiceName } from '@mizan/contracts';
import { provision, type AnyService, type ServiceDatabase } from '@mizan/service-kit';
import { migrate } from '@mizan/service-kit/schema';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { compareSecret, hasPlatform, type SecretOfDatabase } from './deploy/secret-of-database.ts';

interface Preparation extends SecretOfDatabase {
  /** Sets the passwords of the logins also where theirs do not follow from the secret: they may have lost them. */
  readonly resetsPasswords?: boolean | undefined;
}

/**
 * Creates every service's schema and logins and applies pending migrations.
 *
 * @throws SetupProblem when the server cannot be reached or refuses, the logins there follow from another root secret, or a
 *   migration fails
 */
export async function prepareDatabase(
  { adminUrl, rootSecret, resetsPasswords = false }: Preparation,
  services: Record<ServiceName, AnyService>,
): Promise<Record<ServiceName, ServiceDatabase>> {
  if (!resetsPasswords) await assertSecret({ adminUrl, rootSecret });
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
async function assertSecret({ adminUrl, rootSecret }: SecretOfDatabase): Promise<void> {
  // A server that cannot be reached is reported by what comes next.
  const isOther = (await compareSecret({ adminUrl, rootSecret }).catch(() => 'unknown')) === 'other';
  if (!isOther || !(await hasPlatform(adminUrl))) return;
  throw new SetupProblem(
    [
      'The logins of the services in this database do not follow from MIZAN_SECRET. Nothing was changed.',
      '- If it is not the secret of this platform, set it to its old value. npm start keeps it in the folder MIZAN_HOME.',
      '- If it is, the logins have lost their passwords, as after a restore of roles without them: run tools/deploy/migrate.ts --reset-passwords once.',
      `- To begin with an empty platform, drop the schemas ${serviceNames.join(', ')} first.`,
    ].join('\n'),
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
