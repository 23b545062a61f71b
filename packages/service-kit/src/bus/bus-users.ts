import { subjectOf, subjectTypeOf, type Mode, type ServiceName } from '@mizan/contracts';
import { fmtCreds } from '@nats-io/jwt';
import { createUser, fromSeed } from '@nats-io/nkeys';
import { hkdf, identitySeedOf } from '../secrets.ts';
import { publishableIn, publishedByService } from './bus-accounts.ts';
import { deriveBusKey } from './bus-keys.ts';
import {
  credentialsMaxBytes,
  deriveBusAccount,
  deriveRevocationTrust,
  signUser,
  type BusPermissions,
} from './bus-trust.ts';
import { teamStreamOf } from './stream-names.ts';

/**
 * Where a user of the bus receives replies: an inbox of its own, since a subscriber to another's inbox would receive its
 * events.
 */
export const inboxOf = (name: string): string => `_INBOX_${name}`;

/**
 * The environment with which a service authenticates to the bus; the gateway also signs the users of teams, and no others.
 * A service reads all events, because the server returns messages by number for a whole stream or not at all.
 */
export async function deriveBusEnv(root: string, name: ServiceName, prefix = ''): Promise<Record<string, string>> {
  const teams = name === 'gateway' ? deriveBusAccount(root, 'teams') : undefined;
  return {
    MIZAN_BUS_CREDENTIALS: await credentialsOf(root, name, {
      publish: publishedByService(name, prefix),
      subscribe: [`${inboxOf(name)}.>`, `${prefix}events.v1.>`],
    }),
    ...(teams ? { MIZAN_BUS_SIGNING_SEED: new TextDecoder().decode(teams.getSeed()) } : {}),
  };
}

/** The request that a user sends to learn its own account. */
export const userInfo = '$SYS.REQ.USER.INFO';

/** The request that replaces what a server knows of an account. */
export const claimsUpdateOf = (accountKey: string): string => `$SYS.REQ.ACCOUNT.${accountKey}.CLAIMS.UPDATE`;

/**
 * The environment with which the bus keeper authenticates to the bus, has it refuse revoked users, and asks the gateway
 * for them. Nothing else signs accounts or reaches the system account, of which its user can replace one account's claims.
 */
export async function deriveBusKeeperEnv(root: string, prefix = ''): Promise<Record<string, string>> {
  const { signingSeed, keys } = deriveRevocationTrust(root);
  const subscribe = [`${inboxOf('keeper')}.>`];
  return {
    MIZAN_BUS_CREDENTIALS: await credentialsOf(root, 'keeper', {
      publish: [...publishableIn('keeper', prefix), userInfo],
      subscribe,
    }),
    MIZAN_BUS_SYSTEM_CREDENTIALS: await credentialsOf(root, 'system', {
      publish: [claimsUpdateOf(keys.teams ?? '')],
      subscribe,
    }),
    MIZAN_BUS_REVOCATION_SEED: signingSeed,
    MIZAN_BUS_ACCOUNT_KEYS: JSON.stringify(keys),
    MIZAN_IDENTITY_PRIVATE_KEY: identitySeedOf(root, 'bus-keeper'),
  };
}

/** A user with the name of its account: the text of a `.creds` file in base64. */
async function credentialsOf(
  root: string,
  name: ServiceName | 'keeper' | 'system',
  permissions: BusPermissions,
): Promise<string> {
  const user = deriveBusKey(root, 'user', name);
  const jwt = await signUser({ account: deriveBusAccount(root, name), user, name }, permissions);
  return Buffer.from(fmtCreds(jwt, user)).toString('base64');
}

/** What a platform team may read, and under which names it may keep its places in the stream. */
interface TeamAccess {
  readonly team: string;
  /** Without it: both. */
  readonly mode?: Mode | null | undefined;
  /** Without it: every merchant. */
  readonly merchantId?: string | null | undefined;
  /** Event types, `family.*`, or `*`. */
  readonly types: readonly string[];
  readonly durables: readonly string[];
  readonly expiresAt: Date;
  readonly prefix: string;
}

/** A team's user, with the text of its `.creds` file. */
export interface TeamUser {
  readonly publicKey: string;
  readonly credentials: string;
}

const tagBytes = 12;

/**
 * Names of a user's consumers on the server, in the order of its durables. Users with another mode or merchant have other
 * consumers, because a user that can name one reads what it delivers, whatever its own filters are. All teams are in one account,
 * where an answer of the server can be sent to any subject; so each name ends with a part that others cannot guess.
 *
 * @param signingSeed of the teams' account
 */
export const consumersOf = (
  signingSeed: string,
  { team, mode, merchantId, durables }: Pick<TeamAccess, 'team' | 'mode' | 'merchantId' | 'durables'>,
): readonly string[] =>
  durables.map((durable) => {
    const tag = hkdf(signingSeed, `bus:consumer:${team}:${mode ?? '*'}:${merchantId ?? '*'}:${durable}`, tagBytes);
    return `${team}-${durable}-${tag.toString('hex')}`;
  });

/**
 * Signs a user that can only read. JetStream takes a consumer's filter from the subject that creates it, so
 * permissions on that subject decide what can be read; consumers of other names can be neither created, read nor deleted.
 *
 * @param signingSeed of the teams' account
 * @returns undefined when a server would not read so long a list; the credentials are kept nowhere
 */
export async function makeTeamUser(signingSeed: string, access: TeamAccess): Promise<TeamUser | undefined> {
  const user = createUser();
  const account = fromSeed(new TextEncoder().encode(signingSeed));
  const publicKey = user.getPublicKey();
  const inboxPrefix = inboxOf(publicKey); // not of the team, whose other users may read less
  const permissions = teamPermissions(access, { consumers: consumersOf(signingSeed, access), inboxPrefix });
  const jwt = await signUser({ account, user, name: access.team }, permissions, {
    expiresAt: access.expiresAt,
  });
  if (jwt.length > credentialsMaxBytes) return undefined;
  const credentials = new TextDecoder().decode(fmtCreds(jwt, user));
  return { publicKey, credentials };
}

/** What a team may subscribe to and filter a consumer by. */
export const readableBy = ({ mode, merchantId, types, prefix }: Omit<TeamAccess, 'expiresAt'>): string[] =>
  types.map((type) =>
    subjectOf({
      prefix,
      livemode: mode ? mode === 'live' : '*',
      merchantId: merchantId ?? '*',
      type: subjectTypeOf(type),
    }),
  );

function teamPermissions(
  access: TeamAccess,
  { consumers, inboxPrefix }: { readonly consumers: readonly string[]; readonly inboxPrefix: string },
): BusPermissions {
  const stream = teamStreamOf(access.prefix);
  const readable = readableBy(access);
  return {
    publish: consumers.flatMap((name) => [
      // Never without the filter in the subject: it could read more than it is allowed to.
      ...readable.map((subject) => `$JS.API.CONSUMER.CREATE.${stream}.${name}.${subject}`),
      ...['INFO', 'DELETE', 'MSG.NEXT'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.${name}`),
      `$JS.ACK.${stream}.${name}.>`,
    ]),
    subscribe: [`${inboxPrefix}.>`, ...readable],
  };
}
