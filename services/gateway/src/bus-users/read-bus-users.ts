import type { BusUser as BusUserResource, BusUserStatus, operations, QueryOf, RevokedBusUser } from '@mizan/contracts';
import { acrossMerchants, countUpToMax, fragment, type Reader, type SystemReader } from '@mizan/service-kit';
import type { BusUser } from './bus-user.entity.ts';
import { toBusUser } from './bus-user.resource.ts';
import { busUsers } from './bus-user.table.ts';
import type { BusSigning } from './create-bus-user.ts';

/** A page of all bus users, newest first, for the operator: `readPage` is for the rows of one merchant. Ids sort by time. */
export async function listBusUsers(
  reader: Pick<Reader, 'sql' | 'one'>,
  { signingSeed }: BusSigning,
  { page, limit, team, status }: QueryOf<(typeof operations)['listBusUsers']>,
): Promise<{ data: BusUserResource[]; totalCount: number }> {
  const filters = [
    ...(team === undefined ? [] : [fragment`team = ${team}`]),
    ...(status === undefined ? [] : [conditions[status]]),
  ];
  const matching = filters.reduce(
    (all, each) => fragment`${all} and ${each}`,
    fragment`from bus_users where ${acrossMerchants}`,
  );
  const [rows, count] = await Promise.all([
    reader.sql<BusUser>`
      select ${busUsers.columns} ${matching} order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ count: number }>`select ${countUpToMax(matching)}::int as count`,
  ]);
  return { data: rows.map((row) => toBusUser(row, signingSeed)), totalCount: count?.count ?? 0 };
}

const conditions = {
  ACTIVE: fragment`revoked_at is null and expires_at > now()`,
  EXPIRED: fragment`revoked_at is null and expires_at <= now()`,
  REVOKED: fragment`revoked_at is not null`,
} satisfies Record<BusUserStatus, unknown>;

/** Of users that were revoked and whose credentials have not expired. */
export const stillRevoked = fragment`revoked_at is not null and expires_at > now()`;

/** What the bus keeper has the bus refuse. */
export async function listRevokedBusUsers(reader: Pick<SystemReader, 'sql'>): Promise<{ users: RevokedBusUser[] }> {
  const rows = await reader.sql<{ id: string; publicKey: string; expiresAt: Date }>`
    select id, public_key, expires_at from bus_users where ${acrossMerchants} and ${stillRevoked} order by id`;
  return { users: rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() })) };
}
