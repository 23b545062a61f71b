import type { BusUser as BusUserResource, BusUserStatus } from '@mizan/contracts';
import { consumersOf } from '@mizan/service-kit';
import type { BusUser } from './bus-user.entity.ts';
import { busUsers } from './bus-user.table.ts';

/** A user without its key. */
export type BusUserRow = Omit<BusUser, 'publicKey'>;

/** The columns of a {@link BusUserRow}. */
export const busUserColumns = busUsers.omit('publicKey');

/** A bus user as the API shows it. @param signingSeed of the teams' account, if the platform has it */
export const toBusUser = (user: BusUserRow, signingSeed: string | undefined): BusUserResource => ({
  id: user.id,
  object: 'bus_user',
  team: user.team,
  mode: user.mode ?? null,
  merchantId: user.merchantId ?? null,
  types: user.types,
  durables: user.durables,
  consumers: signingSeed ? [...consumersOf(signingSeed, user)] : [],
  status: statusOf(user),
  createdAt: user.createdAt.toISOString(),
  expiresAt: user.expiresAt.toISOString(),
  revokedAt: user.revokedAt?.toISOString() ?? null,
});

/** In real time: a bus knows no test clock. */
function statusOf({ revokedAt, expiresAt }: BusUserRow): BusUserStatus {
  if (revokedAt) return 'REVOKED';
  return expiresAt.getTime() > Date.now() ? 'ACTIVE' : 'EXPIRED';
}
