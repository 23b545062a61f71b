import type { BusUser as BusUserResource, BusUserStatus } from '@mizan/contracts';
import { consumersOf, inboxOf } from '@mizan/service-kit';
import type { BusUser } from './bus-user.entity.ts';

/** A bus user as the API shows it. @param signingSeed of the teams' account, if the platform has it */
export const toBusUser = (user: BusUser, signingSeed: string | undefined): BusUserResource => ({
  id: user.id,
  object: 'bus_user',
  team: user.team,
  mode: user.mode ?? null,
  merchantId: user.merchantId ?? null,
  types: user.types,
  durables: user.durables,
  consumers: signingSeed ? [...consumersOf(signingSeed, user)] : [],
  inboxPrefix: inboxOf(user.publicKey),
  status: statusOf(user),
  createdAt: user.createdAt.toISOString(),
  expiresAt: user.expiresAt.toISOString(),
  revokedAt: user.revokedAt?.toISOString() ?? null,
});

/** In real time: a bus knows no test clock. */
function statusOf({ revokedAt, expiresAt }: BusUser): BusUserStatus {
  if (revokedAt) return 'REVOKED';
  return expiresAt.getTime() > Date.now() ? 'ACTIVE' : 'EXPIRED';
}
