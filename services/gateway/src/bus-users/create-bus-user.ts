import type { BodyOf, BusUserWithCredentials, operations } from '@mizan/contracts';
import { makeTeamUser, newId, Problem, readableBy, teamStreamOf, type Tx } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';
import { toBusUser } from './bus-user.resource.ts';
import { busUsers } from './bus-user.table.ts';

const dayMs = 24 * 3600_000;

/** What signing bus users needs. */
export interface BusSigning {
  /** Of the NATS account of the teams; undefined where the bus trusts another platform's. */
  readonly signingSeed: string | undefined;
  readonly busPrefix: string;
}

/** Whether the platform controls who may read the bus. @throws Problem `resource_invalid_state`: with this message, if not */
export function assertCanSign(signingSeed: string | undefined, message: string): asserts signingSeed {
  if (!signingSeed) throw new Problem('resource_invalid_state', message);
}

/**
 * Creates credentials that read a part of the bus, and records who has them. Nothing is sent to NATS: the server checks the
 * signature of the permissions that the credentials themselves carry. They are not stored.
 *
 * @throws Problem `resource_invalid_state`: the platform has no signing seed; `resource_missing`: no such account;
 *   `parameter_invalid`: the permissions do not fit into one user
 */
export async function createBusUser(
  tx: Tx,
  { signingSeed, busPrefix: prefix }: BusSigning,
  body: BodyOf<(typeof operations)['createBusUser']>,
): Promise<BusUserWithCredentials> {
  assertCanSign(signingSeed, 'This platform cannot create bus users: MIZAN_BUS_SIGNING_SEED is not set.');
  if (body.merchantId) await loadAccount(tx, 'merchantId');
  const { team, mode = null, merchantId = null, types, durables } = body;
  const createdAt = new Date(); // real time: a bus knows no test clock
  const access = {
    ...{ team, mode, merchantId, types, durables },
    expiresAt: new Date(createdAt.getTime() + body.expiresInDays * dayMs),
    prefix,
  };
  const user = await makeTeamUser(signingSeed, access);
  if (!user)
    throw new Problem(
      'parameter_invalid',
      'Too many types and durables for one user. Use event families (`family.*`), or create several users.',
      { param: 'durables' },
    );
  const created = {
    id: newId('bu'),
    ...{ team, mode, merchantId, types, durables },
    publicKey: user.publicKey,
    createdAt,
    expiresAt: access.expiresAt,
    revokedAt: null,
  };
  await tx.sql`${busUsers.insert([created])}`;
  return {
    ...toBusUser(created, signingSeed),
    subjects: readableBy(access),
    stream: teamStreamOf(prefix),
    credentials: user.credentials,
  };
}
