import { serviceNames, type ServiceName } from '@mizan/contracts';
import { provision, type AnyService, type ServiceDatabase } from '@mizan/service-kit';
import { migrate } from '@mizan/service-kit/schema';
import { lockPreparation } from '@mizan/stack/lock-preparation';
import { SetupProblem } from '@mizan/stack/setup-problem';
import { withClient } from '@mizan/stack/with-client';
import { assertPasswordsMayChange } from './deploy/assert-passwords-may-change.ts';
import { compareSecret, type SecretOfDatabase } from './deploy/secret-of-database.ts';

interface Preparation extends SecretOfDatabase {
  /** Sets the passwords of the logins also where theirs do not follow from the secret: they may have lost them. */
  readonly resetsPasswords?: boolean | undefined;
  /** Receives a sentence when a restore or another process has to end first, and when the logins get the passwords of another secret. */
  readonly report?: (line: string) => void;
}

/**
 * Creates every service's schema and logins and applies pending migrations. Logins that follow from another root secret get their
 * passwords again only where no service needs the former ones (`assert-passwords-may-change.ts`).
 *
 * @throws SetupProblem when the server cannot be reached or refuses, the logins there follow from another root secret, or a
 *   migration fails
 */
export async function prepareDatabase(
  preparation: Preparation,
  services: Record<ServiceName, AnyService>,
): Promise<Record<ServiceName, ServiceDatabase>> {
  const databases = await openLogins(preparation);
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

/** One process at a time: what the check has found holds until the passwords are set. */
const openLogins = ({
  adminUrl,
  rootSecret,
  resetsPasswords = false,
  report = () => undefined,
}: Preparation): Promise<Record<ServiceName, ServiceDatabase>> =>
  withClient(adminUrl, async (admin) => {
    await lockPreparation(admin, report);
    const isOther = (await compareSecret({ adminUrl, rootSecret })) === 'other';
    if (isOther && !resetsPasswords) await assertPasswordsMayChange({ adminUrl, rootSecret });
    const databases = await provision(adminUrl, rootSecret, serviceNames).catch((failure: Error) => {
      throw new SetupProblem(`PostgreSQL at ${new URL(adminUrl).host}: ${failure.message || String(failure)}`);
    });
    if (isOther) report('the logins of the services have got other passwords: they follow from this MIZAN_SECRET now.');
    return databases;
  });

/** A line for each message, with all services that it is of. */
export function describeFailures(failures: readonly { readonly service: string; readonly reason: Error }[]): string {
  const byMessage = Map.groupBy(failures, ({ reason }) => reason.message);
  const lines = [...byMessage].map(
    ([message, sharing]) => `${sharing.map(({ service }) => `services/${service}`).join(', ')}: ${message}`,
  );
  return lines.join('\n');
}
