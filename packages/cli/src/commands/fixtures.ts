import { Command } from 'commander';
import { ApiError, sendAsMerchant, type RequestLine } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { example } from '../terminal/help.ts';
import { isJson, printTable } from '../terminal/print.ts';
import { fixtureKinds, fixtureSets, readFixtures } from './fixture-file.ts';
import type { Fixture, FixtureKind, NamedFixture } from './fixture-file.ts';

/** The metadata key with the name of the fixture, by which loading again finds the object. */
const nameField = 'fixture';
const pageSize = 100;
/** At most this many objects of a kind are searched. */
const searchedMax = 5_000;

type Send = <Body>(line: RequestLine, body?: unknown) => Promise<Body>;
interface Stored {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}
interface Loaded {
  readonly name: string;
  readonly kind: FixtureKind;
  readonly id: string;
  /** False when it existed already. */
  readonly created: boolean;
}
interface Outcome {
  readonly loaded: readonly Loaded[];
  /** Why fixtures could not be created. */
  readonly failures: readonly string[];
}

/** `mizan fixtures`: loads sample objects. */
export function fixtureCommand(): Command {
  return new Command('fixtures')
    .description(
      'create products, prices, customers, discounts and payment links from a file or a built-in set; existing ones are kept',
    )
    .argument('[source]', `a JSON file, or a built-in set: ${Object.keys(fixtureSets).join(', ')}`, 'shop')
    .addHelpText(
      'after',
      '\nFile format: { "products": { "tea": { "name": "Tea" } }, "prices": { "tea-box": { "product": "@tea", … } } }' +
        `\nKeys: ${Object.keys(fixtureKinds).join(', ')}.` +
        '\nEach value is the request body that creates the object; "@tea" stands for the id of the fixture tea.\n' +
        example('fixtures', 'fixtures catalog.json'),
    )
    .action(async (source: string, _options: unknown, command: Command) => {
      const fixtures = readFixtures(source);
      const { loaded, failures } = await load((line, body) => sendAsMerchant(command, line, { body }), fixtures);
      const created = (each: Loaded) => (isJson(command) ? each.created : each.created ? 'created' : 'exists');
      const rows = loaded.map((each) => ({ ...each, created: created(each) }));
      if (rows.length > 0) printTable(command, rows, ['name', 'kind', 'id', 'created']);
      if (failures.length > 0) throw new CommandError(failures.join('\n  '));
    });
}

/** Loads all fixtures that it can: one that the API refuses does not stop those that do not need it. */
async function load(send: Send, fixtures: readonly NamedFixture[]): Promise<Outcome> {
  const loaded = new Map<string, Loaded>();
  const failures: string[] = [];
  const found = new Map<FixtureKind, ReadonlyMap<string, string>>();
  for (const { kind, name, fixture } of fixtures) {
    if (!found.has(kind)) found.set(kind, kind === 'customers' ? new Map() : await findLoaded(send, kind));
    try {
      const known = kind === 'customers' ? await findCustomer(send, name, fixture) : found.get(kind)?.get(name);
      const made = known ?? (await create(send, { kind, name, fixture: withIds(fixture, name, loaded) }));
      const { id, created } = typeof made === 'string' ? { id: made, created: false } : made;
      loaded.set(name, { name, kind, id, created });
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      failures.push(thrown.message);
    }
  }
  return { loaded: [...loaded.values()], failures };
}

/** Lists of customers have no metadata, so each match is read. */
async function findCustomer(send: Send, name: string, { email, phone }: Fixture): Promise<string | undefined> {
  const term = [email, phone].find((each) => typeof each === 'string');
  if (typeof term !== 'string') return undefined; // the API will report what is missing
  const line = `GET ${fixtureKinds.customers}?limit=${pageSize}&search=${encodeURIComponent(term)}` as const;
  const { data } = await send<{ data: Stored[] }>(line);
  for (const { id } of data) {
    const { metadata } = await send<Stored>(`GET ${fixtureKinds.customers}/${id}`);
    if (metadata?.[nameField] === name) return id;
  }
  return undefined;
}

/** Some lists have no metadata. */
const withMetadata = async (send: Send, kind: FixtureKind, item: Stored): Promise<Stored> =>
  item.metadata === undefined ? send<Stored>(`GET ${fixtureKinds[kind]}/${item.id}`) : item;

/** Ids of objects that were created from fixtures, by fixture name. */
async function findLoaded(send: Send, kind: FixtureKind): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; page <= searchedMax / pageSize; page += 1) {
    const { data } = await send<{ data: Stored[] }>(`GET ${fixtureKinds[kind]}?limit=${pageSize}&page=${page}`);
    for (const { id, metadata } of await Promise.all(data.map((item) => withMetadata(send, kind, item)))) {
      const name = metadata?.[nameField];
      if (typeof name === 'string' && !found.has(name)) found.set(name, id);
    }
    if (data.length < pageSize) break;
  }
  return found;
}

interface Made {
  readonly id: string;
  readonly created: boolean;
}

/** Creates the object, or takes one of the merchant's own that already has its unique code or email. */
async function create(send: Send, { kind, name, fixture }: NamedFixture): Promise<Made> {
  const { product, metadata, ...fields } = fixture;
  const query = kind === 'prices' ? `?productId=${String(product)}` : '';
  const body = {
    ...(kind === 'prices' || product === undefined ? fields : { ...fields, product }),
    metadata: { ...(metadata as object | undefined), [nameField]: name },
  };
  try {
    return { id: (await send<Stored>(`POST ${fixtureKinds[kind]}${query}`, body)).id, created: true };
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    const id = thrown instanceof ApiError ? await findOwn(send, kind, fixture) : undefined;
    if (id === undefined) throw new CommandError(`${kind}.${name}: ${thrown.message}`);
    return { id, created: false };
  }
}

/** An object that keeps a fixture from being created, because both have the same code or email. */
async function findOwn(send: Send, kind: FixtureKind, { code, email }: Fixture): Promise<string | undefined> {
  if (kind === 'promotionCodes' && typeof code === 'string') {
    const line = `GET ${fixtureKinds[kind]}?active=true&code=${encodeURIComponent(code)}` as const;
    return (await send<{ data: Stored[] }>(line)).data[0]?.id;
  }
  if (kind !== 'customers' || typeof email !== 'string') return undefined;
  const line = `GET ${fixtureKinds[kind]}?limit=${pageSize}&search=${encodeURIComponent(email)}` as const;
  const { data } = await send<{ data: (Stored & { readonly email: string | null })[] }>(line);
  return data.find((each) => each.email?.toLowerCase() === email.toLowerCase())?.id;
}

/** @throws CommandError for a name that no earlier fixture has */
function withIds<T>(value: T, name: string, loaded: ReadonlyMap<string, Loaded>): T {
  if (typeof value === 'string' && value.startsWith('@')) {
    const known = loaded.get(value.slice(1));
    if (!known) throw new CommandError(`${name} refers to ${value}, but there is no such fixture before it.`);
    return known.id as T;
  }
  if (Array.isArray(value)) return value.map((each: unknown) => withIds(each, name, loaded)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, name, loaded)])) as T;
}
