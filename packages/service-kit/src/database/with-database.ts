import { Database } from './database.ts';
import { openOrm, type OrmDefinition } from './orm.ts';

/**
 * Opens a service's schema for one piece of work outside the running service: seeding, an operator's command. Events
 * that the work emits wait in the outbox until the service publishes them.
 *
 * @param runtimeUrl login of the service's runtime role
 */
export async function withDatabase<T>(
  definition: OrmDefinition,
  runtimeUrl: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const orm = await openOrm(definition, runtimeUrl);
  try {
    return await work(await Database.open(orm, `/mizan/${definition.service}`, () => undefined));
  } finally {
    await orm.close();
  }
}
