import type { ServiceName } from '@mizan/contracts';
import { Database } from './database.ts';

/**
 * Opens a service's schema for one piece of work outside the running service: seeding, an operator's command. Events
 * that the work emits wait in the outbox until the service publishes them.
 *
 * @param runtimeUrl login of the service's runtime role
 */
export async function withDatabase<T>(
  service: ServiceName,
  runtimeUrl: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = new Database(runtimeUrl, service);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
