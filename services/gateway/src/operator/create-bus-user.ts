import type { BodyOf, BusUser, operations } from '@mizan/contracts';
import { inboxOf, makeTeamUser, Problem, readableBy, teamStreamOf, type Tx } from '@mizan/service-kit';
import { loadAccount } from '../accounts/read-accounts.ts';

const dayMs = 24 * 3600_000;

/** What signing bus users needs. */
export interface BusSigning {
  /** Of the NATS account of the teams; undefined where the bus trusts another platform's. */
  readonly signingSeed: string | undefined;
  readonly busPrefix: string;
}

/**
 * Creates credentials that read a part of the bus. Nothing is sent to NATS or stored: the server checks the signature of
 * the permissions that the credentials themselves carry.
 *
 * @throws Problem `resource_invalid_state`: the platform has no signing seed; `resource_missing`: no such account;
 *   `parameter_invalid`: the permissions do not fit into one user
 */
export async function createBusUser(
  tx: Tx,
  { signingSeed, busPrefix: prefix }: BusSigning,
  body: BodyOf<(typeof operations)['createBusUser']>,
): Promise<BusUser> {
  if (!signingSeed)
    throw new Problem(
      'resource_invalid_state',
      'This platform cannot create bus users: MIZAN_BUS_SIGNING_SEED is not set.',
    );
  if (body.merchantId) await loadAccount(tx);
  const { team, types, durables } = body;
  const access = {
    team,
    types,
    durables,
    livemode: body.mode ? body.mode === 'live' : undefined,
    merchantId: body.merchantId ?? undefined,
    expiresAt: new Date(Date.now() + body.expiresInDays * dayMs),
    prefix,
  };
  const user = await makeTeamUser(signingSeed, access);
  if (!user)
    throw new Problem(
      'parameter_invalid',
      'Too many types and durables for one user. Use event families (`family.*`), or create several users.',
      { param: 'durables' },
    );
  return {
    object: 'bus_user',
    team,
    mode: body.mode ?? null,
    merchantId: body.merchantId ?? null,
    types,
    durables,
    consumers: [...user.consumers],
    subjects: readableBy(access),
    stream: teamStreamOf(prefix),
    inboxPrefix: inboxOf(team),
    expiresAt: access.expiresAt.toISOString(),
    credentials: user.credentials,
  };
}
