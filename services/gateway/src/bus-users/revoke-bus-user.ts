import type { BusUser as BusUserResource } from '@mizan/contracts';
import { acrossMerchants, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { BusUser } from './bus-user.entity.ts';
import { toBusUser } from './bus-user.resource.ts';
import { busUsers } from './bus-user.table.ts';
import { assertCanSign, type BusSigning } from './create-bus-user.ts';
import { stillRevoked } from './read-bus-users.ts';

/** Revoked users that a bus can refuse at once: their keys are sent in one message, in which they take 100 bytes each. */
const revokedMax = 1_000;

/**
 * Revokes a bus user permanently; one that has expired or is revoked stays as it is. The bus keeper has the bus refuse it in its
 * next pass.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: the platform has no signing seed, or {@link revokedMax} are
 *   revoked
 */
export async function revokeBusUser(tx: Tx, { signingSeed }: BusSigning, id: string): Promise<BusUserResource> {
  const user = await tx.one<BusUser>`
    select ${busUsers.columns} from bus_users where ${acrossMerchants} and id = ${id} for update`;
  if (!user) throw resourceMissing();
  const now = new Date(); // real time: a bus knows no test clock
  if (user.revokedAt || user.expiresAt <= now) return toBusUser(user, signingSeed);
  assertCanSign(
    signingSeed,
    'Its NATS server has its own access control: revoke the user there, as MIZAN_BUS_SIGNING_SEED is not set.',
  );
  await assertRoom(tx);
  await tx.sql`update bus_users set revoked_at = ${now} where ${acrossMerchants} and id = ${id}`;
  return toBusUser({ ...user, revokedAt: now }, signingSeed);
}

/** Two requests at once may exceed the maximum by one, which the message has room for. */
async function assertRoom(tx: Tx): Promise<void> {
  const row = await tx.one<{ count: number }>`
    select count(*)::int as count from bus_users where ${acrossMerchants} and ${stillRevoked}`;
  if ((row?.count ?? 0) < revokedMax) return;
  throw new Problem(
    'resource_invalid_state',
    `${revokedMax.toLocaleString('en-US')} revoked bus users have not expired yet, and the bus cannot refuse more. ` +
      'Wait until some have expired, or replace the root secret, which ends the access of all users.',
  );
}
