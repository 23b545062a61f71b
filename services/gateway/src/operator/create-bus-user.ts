import type { BusUser, Operations } from '@mizan/contracts';
import {
  command,
  inboxOf,
  makeTeamUser,
  Problem,
  readableBy,
  streamNameOf,
  type OperationInput,
  type RoutesOf,
} from '@mizan/service-kit';
import { findAccount } from '../accounts/find-account.ts';

const dayMs = 24 * 3600_000;

/** What making readers of the bus takes. */
interface Signing {
  /** Of the account that holds the stream; undefined where the bus trusts somebody else's. */
  readonly signingSeed: string | undefined;
  readonly prefix: string;
}

/**
 * Makes credentials that read a part of the bus. Nothing is told to NATS and nothing is stored: the server checks the
 * signature on the permissions that the credentials themselves carry.
 */
export const busUserRoutes = ({ signingSeed, prefix }: Signing): Pick<RoutesOf<'gateway'>, 'createBusUser'> => ({
  createBusUser: command({
    scope: async (_db, { body }: OperationInput<Operations['createBusUser']>) => ({
      merchantId: body.merchantId ?? '',
      livemode: body.mode === 'live',
    }),
    run: async (tx, { body }): Promise<BusUser> => {
      if (!signingSeed)
        throw new Problem(
          'resource_invalid_state',
          'This platform signs no users of the bus: MIZAN_BUS_SIGNING_SEED is not set.',
        );
      if (body.merchantId) await findAccount(tx);
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
      const credentials = await makeTeamUser(signingSeed, access);
      if (!credentials)
        throw new Problem(
          'parameter_invalid',
          'So many types for so many durables do not fit into one user: name families, or make several users.',
          { param: 'durables' },
        );
      return {
        object: 'bus_user',
        team,
        mode: body.mode ?? null,
        merchantId: body.merchantId ?? null,
        types,
        durables,
        subjects: readableBy(access),
        stream: streamNameOf(prefix),
        inboxPrefix: inboxOf(team),
        expiresAt: access.expiresAt.toISOString(),
        credentials,
      };
    },
  }),
});
