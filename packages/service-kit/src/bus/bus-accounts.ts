import { durablesOf, events, eventTypes, serviceNames, subjectOf, type ServiceName } from '@mizan/contracts';
import { passingOf, serviceStreamOf, teamStreamOf } from './stream-names.ts';

/**
 * The accounts of the bus. NATS checks the subject that a client publishes to, but never the reply subject that the server
 * then publishes to in the same account; so a user that must not reach a subject is in an account that does not have it.
 *
 * - `store-live`, `store-test`: hold the services' streams. Apart, because a consumer of one stream can be created to
 *   deliver to a subject of another stream in its account.
 * - `events`: holds the copy that teams read.
 * - a service's own, `teams`, `anonymous` (programs on a developer's machine), `keeper`: hold nothing and import what they need.
 * - `system`: the server's own, through which the keeper tells it which users of teams are revoked.
 */
export type BusAccount = ServiceName | StoreAccount | 'events' | 'teams' | 'anonymous' | 'keeper' | 'system';
type StoreAccount = 'store-live' | 'store-test';

/** The accounts with streams of their own. */
export const storingAccounts: readonly BusAccount[] = ['store-live', 'store-test', 'events'];

/** Every account of the bus. */
export const busAccounts: readonly BusAccount[] = [
  'system',
  ...storingAccounts,
  ...serviceNames,
  'teams',
  'anonymous',
  'keeper',
];

/** A subject that an account has from another. */
export interface BusImport {
  readonly from: BusAccount;
  /** `service`: may be published to; `stream`: may be subscribed to. */
  readonly type: 'service' | 'stream';
  readonly subject: string;
  /** What it is called in the importing account; the same when undefined. */
  readonly as?: string;
}

const modes = [true, false];
const modeOf = (livemode: boolean): 'live' | 'test' => (livemode ? 'live' : 'test');
const storeOf = (livemode: boolean): StoreAccount => `store-${modeOf(livemode)}`;
const eventsOf = (prefix: string, livemode: boolean): string => `${prefix}events.v1.${modeOf(livemode)}.>`;

const mayPublish =
  (from: BusAccount) =>
  (subject: string): BusImport => ({ from, type: 'service', subject });
/** What streams and subjects of a bus are called. */
export interface BusNames {
  /** Before streams and subjects. */
  readonly prefix: string;
  /** Under which the teams' stream publishes again what it has stored. Secret: see {@link passingReaders}. */
  readonly passing: string;
}

/**
 * Events as they pass, for services. One could have the server deliver to these subjects what another did not publish, but only
 * to those who listen to exactly one subject; services listen to patterns.
 */
const passingServices = (prefix: string): BusImport[] =>
  modes.map((livemode) => ({
    from: storeOf(livemode),
    type: 'stream',
    subject: passingOf(prefix, livemode),
    as: eventsOf(prefix, livemode),
  }));

/** Events as they pass, for readers: one subject, to which no user of their account can have messages delivered. */
const passingReaders = ({ prefix, passing }: BusNames): BusImport[] => [
  { from: 'events', type: 'stream', subject: passingCopyOf({ prefix, passing }), as: `${prefix}events.v1.>` },
];

/** Where the teams' stream publishes again what it has stored. */
export const passingCopyOf = ({ prefix, passing }: BusNames): string => `${prefix}passing.${passing}.>`;

const accountInfo = '$JS.API.INFO';
const consumerOf = (verb: string, stream: string, name: string): string => `$JS.API.CONSUMER.${verb}.${stream}.${name}`;
const streamApi = (stream: string, verbs: readonly string[]): string[] =>
  verbs.map((verb) => `$JS.API.STREAM.${verb}.${stream}`);
const acknowledgementsOf = (stream: string, name: string): string => `$JS.ACK.${stream}.${name}.>`;

/** The events that a service publishes, for permissions and imports. */
export const publishedBy = (service: ServiceName, livemode: boolean, prefix: string): string[] =>
  eventTypes
    .filter((type) => events[type].service === service)
    .map((type) => subjectOf({ prefix, livemode, merchantId: '*', type }));

/** What an account has from others: all that its users can reach, by any way. */
export function importsOf(account: BusAccount, names: BusNames): BusImport[] {
  const { prefix } = names;
  if (isService(account)) return ofService(account, prefix);
  const others: Record<Exclude<BusAccount, ServiceName>, () => BusImport[]> = {
    'store-live': () => [],
    'store-test': () => [],
    events: () => modes.flatMap((livemode) => copying(livemode, prefix)),
    teams: () => ofTeams(names),
    anonymous: () => ofAnonymous(names),
    keeper: () => ofKeeper(prefix),
    system: () => ofSystem,
  };
  return others[account]();
}

const isService = (account: BusAccount): account is ServiceName =>
  (serviceNames as readonly string[]).includes(account);

/** A service publishes its own events and keeps its own consumers, and creates a stream that was lost. */
function ofService(service: ServiceName, prefix: string): BusImport[] {
  const ofMode = (livemode: boolean): string[] => {
    const stream = serviceStreamOf(prefix, livemode);
    return [
      ...publishedBy(service, livemode, prefix),
      ...streamApi(stream, ['INFO', 'CREATE', 'MSG.GET']),
      ...durablesOf(service).flatMap((durable) => [
        ...['INFO', 'CREATE', 'DURABLE.CREATE', 'DELETE', 'MSG.NEXT'].map((verb) => consumerOf(verb, stream, durable)),
        acknowledgementsOf(stream, durable),
      ]),
    ];
  };
  return [
    mayPublish('store-live')(accountInfo), // without it the server answers that this account has no JetStream, and twice
    ...passingServices(prefix),
    ...modes.flatMap((livemode) => ofMode(livemode).map(mayPublish(storeOf(livemode)))),
  ];
}

/**
 * Teams create consumers with the filter in the subject, where permissions decide what they read. The names of their
 * consumers cannot be guessed, so no answer can be sent to another team's consumer.
 */
function ofTeams(names: BusNames): BusImport[] {
  const stream = teamStreamOf(names.prefix);
  const subjects = [
    accountInfo,
    consumerOf('CREATE', stream, '*.>'),
    ...['INFO', 'DELETE', 'MSG.NEXT'].map((verb) => consumerOf(verb, stream, '*')),
    `$JS.ACK.${stream}.>`,
  ];
  return [...subjects.map(mayPublish('events')), ...passingReaders(names)];
}

/** On a developer's machine: all that reads, by pull and by push. */
function ofAnonymous(names: BusNames): BusImport[] {
  const stream = teamStreamOf(names.prefix);
  const subjects = [
    accountInfo,
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.LIST',
    ...streamApi(stream, ['INFO', 'MSG.GET']),
    ...['NAMES', 'LIST'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}`),
    // Never without the consumer's name: the server would take one from the body.
    consumerOf('CREATE', stream, '*.>'),
    ...['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE', 'MSG.NEXT'].map((verb) => consumerOf(verb, stream, '*')),
    `$JS.ACK.${stream}.>`,
    `$JS.FC.${stream}.>`,
  ];
  return [
    ...subjects.map(mayPublish('events')),
    { from: 'events', type: 'stream', subject: '_INBOX.>' }, // where its consumers may push to
    ...passingReaders(names),
  ];
}

/** Creates streams, applies their sizes, and removes what every service has handled. */
function ofKeeper(prefix: string): BusImport[] {
  const copy = teamStreamOf(prefix);
  return [
    ...modes.flatMap((livemode) => {
      const stream = serviceStreamOf(prefix, livemode);
      const subjects = [...streamApi(stream, ['INFO', 'CREATE', 'UPDATE', 'PURGE']), `$JS.API.CONSUMER.LIST.${stream}`];
      return subjects.map(mayPublish(storeOf(livemode)));
    }),
    ...[accountInfo, ...streamApi(copy, ['INFO', 'CREATE', 'UPDATE', 'MSG.GET'])].map(mayPublish('events')),
  ];
}

/**
 * Nothing is sent to this subject. A server ignores changes to an account that it has not loaded. At its start it loads the system
 * account and the accounts that it imports from, so the teams' account can be changed before any team has connected.
 */
const ofSystem: BusImport[] = [{ from: 'teams', type: 'service', subject: 'mizan.loaded' }];

/** How the server, on behalf of the copy, reads a services' stream that is in another account. */
export const copyingFrom = (livemode: boolean): { readonly api: string; readonly deliver: string } => ({
  api: `$COPY.${modeOf(livemode)}.API`,
  deliver: `copy.${modeOf(livemode)}`,
});

function copying(livemode: boolean, prefix: string): BusImport[] {
  const from = storeOf(livemode);
  const stream = serviceStreamOf(prefix, livemode);
  const { api, deliver } = copyingFrom(livemode);
  const create = [stream, `${stream}.*.>`].map((name) => ({
    ...mayPublish(from)(`$JS.API.CONSUMER.CREATE.${name}`),
    as: `${api}.CONSUMER.CREATE.${name}`,
  }));
  return [...create, mayPublish(from)(`$JS.FC.${stream}.>`), { from, type: 'stream', subject: `${deliver}.>` }];
}

/** What a user of an account may publish to: everything that the account has. */
export const publishableIn = (account: BusAccount, prefix: string): string[] =>
  importsOf(account, { prefix, passing: '' })
    .filter(({ type }) => type === 'service')
    .map(({ subject, as }) => as ?? subject);

/**
 * What a service may publish to: the families of its own events, and requests about the streams and its own consumers. Few
 * subjects, because a server that is not configured for this platform accepts credentials of 4,096 bytes; which types are
 * stored is decided by what the service's account imports.
 */
export const publishedByService = (service: ServiceName, prefix: string): string[] => [
  ...ownFamiliesOf(service).map((family) => subjectOf({ prefix, livemode: '*', merchantId: '*', type: `${family}.>` })),
  accountInfo,
  ...modes.flatMap((livemode) => streamApi(serviceStreamOf(prefix, livemode), ['INFO', 'CREATE', 'MSG.GET'])),
  ...durablesOf(service).flatMap((durable) => [
    `$JS.API.CONSUMER.*.*.${durable}`,
    `$JS.API.CONSUMER.*.*.*.${durable}`,
    `$JS.ACK.*.${durable}.>`,
  ]),
];

const familyOf = (type: string): string => type.split('.', 1)[0] as string;

/** What the types of a service's events begin with. @throws when another service has events of the same family */
function ownFamiliesOf(service: ServiceName): string[] {
  const families = new Set(eventTypes.filter((type) => events[type].service === service).map(familyOf));
  const shared = eventTypes.find((type) => events[type].service !== service && families.has(familyOf(type)));
  if (shared) throw new Error(`bug: ${service} has events of the same family as ${shared} of another service`);
  return [...families];
}

/** What others import from an account. */
export function exportsOf(account: BusAccount, importers: readonly BusAccount[], names: BusNames): BusImport[] {
  const imports = importers.flatMap((each) => importsOf(each, names)).filter(({ from }) => from === account);
  return [...new Map(imports.map((each) => [`${each.type} ${each.subject}`, each])).values()];
}
