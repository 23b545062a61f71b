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
import { credentialsMaxBytes, deriveBusAccount, deriveBusKey, signUser, type BusPermissions } from './bus-trust.ts';
import { streamNameOf } from './stream-name.ts';

/** Where a user of the bus gets its answers: an inbox of its own, since whoever hears others' inboxes hears their events. */
export const inboxOf = (name: string): string => `_INBOX_${name}`;

/** The environment through which a service shows the bus who it is; the gateway makes users of the bus as well. */
export async function deriveBusEnv(root: string, name: ServiceName, prefix = ''): Promise<Record<string, string>> {
  const [account, user] = [deriveBusAccount(root), deriveBusKey(root, 'user', name)];
  const jwt = await signUser(account, user, name, servicePermissions(name, prefix));
  return {
    MIZAN_BUS_CREDENTIALS: Buffer.from(fmtCreds(jwt, user)).toString('base64'),
    ...(name === 'gateway' ? { MIZAN_BUS_SIGNING_SEED: new TextDecoder().decode(account.getSeed()) } : {}),
  };
}

/**
 * A service publishes its own events and keeps its own consumers, so one that is broken into can neither tell the others
 * that money arrived nor take from them the news that it did. What passed on the bus it may read: the relay and the
 * watchdog compare messages by their numbers, and JetStream hands out numbers of a stream or none.
 */
function servicePermissions(name: ServiceName, prefix: string): BusPermissions {
  const stream = streamNameOf(prefix);
  const own = eventTypes.filter((type) => events[type].service === name);
  return {
    publish: [
      ...own.map((type) => subjectOf({ prefix, livemode: '*', merchantId: '*', type })),
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.STREAM.CREATE.${stream}`,
      `$JS.API.STREAM.MSG.GET.${stream}`,
      ...consumerNames[name].flatMap((consumer) => consumerSubjects(stream, durableOf(name, consumer), serviceVerbs)),
    ],
    subscribe: [`${inboxOf(name)}.>`, `${prefix}events.v1.>`],
  };
}

/** What the owner of a consumer asks of the server. */
const consumerSubjects = (stream: string, consumer: string, verbs: readonly string[]): string[] => [
  ...verbs.map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.${consumer}`),
  ...acknowledgementsOf(stream, consumer),
];

/** The star is `INFO` and `DELETE` in one word, since credentials are sent in a single line of limited length. */
const serviceVerbs = ['*', 'MSG.NEXT', 'DURABLE.CREATE'];
/** Teams may not make a consumer without its filter in the subject: it would read more than they may. */
const teamVerbs = ['INFO', 'DELETE', 'MSG.NEXT'];

/** In the form of today's servers and in the one that names domain and account first. */
const acknowledgementsOf = (stream: string, consumer: string): string[] =>
  [`$JS.ACK.${stream}`, `$JS.ACK.*.*.${stream}`].map((start) => `${start}.${consumer}.>`);

/** What a platform team may read, and under which names it may keep its places in the stream. */
export interface TeamAccess {
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

/** The name of a team's consumer on the server. No team may be named as a service, so none can take a service's. */
export const consumerNameOf = (team: string, durable: string): string => `${team}-${durable}`;

/**
 * Makes a user that reads and does nothing else. JetStream takes a consumer's filter from the subject that creates it, so
 * permissions on that subject decide what can be read; consumers of other names can be neither made, read nor deleted.
 *
 * @param signingSeed of the account that holds the stream
 * @returns the text of a `.creds` file, which is kept nowhere; undefined when a server would not read so long a list
 */
export async function makeTeamUser(signingSeed: string, access: TeamAccess): Promise<string | undefined> {
  const user = createUser();
  const account = fromSeed(new TextEncoder().encode(signingSeed));
  const jwt = await signUser(account, user, access.team, teamPermissions(access), { expiresAt: access.expiresAt });
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
