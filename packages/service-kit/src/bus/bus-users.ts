import {
  consumerNames,
  durableOf,
  events,
  eventTypes,
  subjectOf,
  subjectTypeOf,
  type ServiceName,
} from '@mizan/contracts';
import { fmtCreds } from '@nats-io/jwt';
import { createUser, fromSeed } from '@nats-io/nkeys';
import {
  credentialsMaxBytes,
  deriveBusAccount,
  deriveBusKey,
  signUser,
  streamNameOf,
  type BusPermissions,
} from './bus-trust.ts';
import { serviceStreamOf } from './streams.ts';

/**
 * Where a user of the bus receives replies: an inbox of its own, since a subscriber to another's inbox would receive its
 * events.
 */
export const inboxOf = (name: string): string => `_INBOX_${name}`;

/** The environment with which a service authenticates to the bus; the gateway also signs users of the bus. */
export async function deriveBusEnv(root: string, name: ServiceName, prefix = ''): Promise<Record<string, string>> {
  const [account, user] = [deriveBusAccount(root), deriveBusKey(root, 'user', name)];
  const jwt = await signUser({ account, user, name }, servicePermissions(name, prefix));
  return {
    MIZAN_BUS_CREDENTIALS: Buffer.from(fmtCreds(jwt, user)).toString('base64'),
    ...(name === 'gateway' ? { MIZAN_BUS_SIGNING_SEED: new TextDecoder().decode(account.getSeed()) } : {}),
  };
}

/**
 * A service publishes only its own events and manages only its own consumers, so a compromised one can neither forge
 * that money arrived nor withhold that event from the others. It may read what passed on the bus: the relay and the
 * watchdog look messages up by sequence number, which JetStream permits for a whole stream or not at all.
 */
function servicePermissions(name: ServiceName, prefix: string): BusPermissions {
  const streams = [true, false].map((livemode) => serviceStreamOf(prefix, livemode));
  const own = eventTypes.filter((type) => events[type].service === name);
  return {
    publish: [
      ...own.map((type) => subjectOf({ prefix, livemode: '*', merchantId: '*', type })),
      ...streams.flatMap((stream) => [
        `$JS.API.STREAM.INFO.${stream}`,
        `$JS.API.STREAM.CREATE.${stream}`,
        `$JS.API.STREAM.MSG.GET.${stream}`,
        ...consumerNames[name].flatMap((consumer) => consumerSubjects(stream, durableOf(name, consumer), serviceVerbs)),
      ]),
    ],
    subscribe: [`${inboxOf(name)}.>`, `${prefix}events.v1.>`],
  };
}

/** The requests that the owner of a consumer sends to the server. */
const consumerSubjects = (stream: string, consumer: string, verbs: readonly string[]): string[] => [
  ...verbs.map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.${consumer}`),
  ...acknowledgementsOf(stream, consumer),
];

/** The star is `INFO` and `DELETE` in one word, since credentials are sent in a single line of limited length. */
const serviceVerbs = ['*', 'MSG.NEXT', 'DURABLE.CREATE'];
/** Teams may not create a consumer without its filter in the subject: it could read more than they are allowed to. */
const teamVerbs = ['INFO', 'DELETE', 'MSG.NEXT'];

/** In the form of today's servers and in the one that names domain and account first. */
const acknowledgementsOf = (stream: string, consumer: string): string[] =>
  [`$JS.ACK.${stream}`, `$JS.ACK.*.*.${stream}`].map((start) => `${start}.${consumer}.>`);

/** What a platform team may read, and under which names it may keep its places in the stream. */
interface TeamAccess {
  readonly team: string;
  /** Undefined: both. */
  readonly livemode: boolean | undefined;
  /** Undefined: every merchant. */
  readonly merchantId: string | undefined;
  /** Event types, `family.*`, or `*`. */
  readonly types: readonly string[];
  readonly durables: readonly string[];
  readonly expiresAt: Date;
  readonly prefix: string;
}

/** The name of a team's consumer on the server. No team may have a service's name, so none can use a service's consumer. */
const consumerNameOf = (team: string, durable: string): string => `${team}-${durable}`;

/**
 * Signs a user that can only read. JetStream takes a consumer's filter from the subject that creates it, so
 * permissions on that subject decide what can be read; consumers of other names can be neither created, read nor deleted.
 *
 * @param signingSeed of the account that holds the stream
 * @returns the text of a `.creds` file, which is kept nowhere; undefined when a server would not read so long a list
 */
export async function makeTeamUser(signingSeed: string, access: TeamAccess): Promise<string | undefined> {
  const user = createUser();
  const account = fromSeed(new TextEncoder().encode(signingSeed));
  const jwt = await signUser({ account, user, name: access.team }, teamPermissions(access), {
    expiresAt: access.expiresAt,
  });
  return jwt.length > credentialsMaxBytes ? undefined : new TextDecoder().decode(fmtCreds(jwt, user));
}

/** What a team may subscribe to and filter a consumer by. */
export const readableBy = ({ livemode, merchantId, types, prefix }: Omit<TeamAccess, 'expiresAt'>): string[] =>
  types.map((type) =>
    subjectOf({ prefix, livemode: livemode ?? '*', merchantId: merchantId ?? '*', type: subjectTypeOf(type) }),
  );

function teamPermissions(access: TeamAccess): BusPermissions {
  const { team, durables, prefix } = access;
  const stream = streamNameOf(prefix);
  const readable = readableBy(access);
  return {
    publish: durables.flatMap((durable) => {
      const name = consumerNameOf(team, durable);
      return [
        ...readable.map((subject) => `$JS.API.CONSUMER.CREATE.${stream}.${name}.${subject}`),
        ...consumerSubjects(stream, name, teamVerbs),
      ];
    }),
    subscribe: [`${inboxOf(team)}.>`, ...readable],
  };
}
