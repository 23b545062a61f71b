import { Command } from 'commander';
import { sendRequest } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { fixtureKinds, readFixtures, type Fixture, type FixtureKind, type NamedFixture } from './fixture-file.ts';
import { fixtureSets } from './fixture-sets.ts';
import { printTable } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

/** Where an object carries the name of its fixture, so that loading it again finds it. */
const nameField = 'fixture';
const pageSize = 100;
/** Objects of a kind that are looked through. */
const lookedThrough = 5_000;

type Ask = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Body>;
interface Stored {
  readonly id: string;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}
interface Loaded {
  readonly name: string;
  readonly kind: FixtureKind;
  readonly id: string;
  /** False: it was there already. */
  readonly created: boolean;
}

/** `mizan fixtures`: products, customers, discounts and links to build with. */
export function fixtureCommand(): Command {
  return new Command('fixtures')
    .description('create products, prices, customers, discounts and links from a file or a set; what is there stays')
    .argument('[source]', `a JSON file, or a set: ${Object.keys(fixtureSets).join(', ')}`, 'shop')
    .addHelpText(
      'after',
      '\nThe file: { "products": { "tea": { "name": "Tea" } }, "prices": { "tea-box": { "product": "@tea", … } } }' +
        `\nwith ${Object.keys(fixtureKinds).join(', ')}: each the body that creates it; "@tea" is the id of tea.\n`,
    )
    .action(async (source: string, _options: unknown, command: Command) => {
      const { baseUrl, apiKey, isJson } = settingsOf(command);
      const fixtures = readFixtures(source);
      const as = apiKey();
      const loaded = await load((method, path, body) => sendRequest({ baseUrl, as, method, path, body }), fixtures);
      printTable(
        loaded.map((each) => (isJson ? { ...each } : { ...each, created: each.created ? 'created' : 'was there' })),
        ['name', 'kind', 'id', 'created'],
        isJson,
      );
    });
}

async function load(ask: Ask, fixtures: readonly NamedFixture[]): Promise<Loaded[]> {
  const loaded = new Map<string, Loaded>();
  const found = new Map<FixtureKind, ReadonlyMap<string, string>>();
  for (const { kind, name, fixture } of fixtures) {
    if (!found.has(kind)) found.set(kind, kind === 'customers' ? new Map() : await findLoaded(ask, kind));
    const known = kind === 'customers' ? await findCustomer(ask, name, fixture) : found.get(kind)?.get(name);
    const id = known ?? (await create(ask, kind, name, withIds(fixture, name, loaded)));
    loaded.set(name, { name, kind, id, created: known === undefined });
  }
  return [...loaded.values()];
}

/** Lists of customers leave metadata out, so each that may be meant is read. */
async function findCustomer(ask: Ask, name: string, { email, phone }: Fixture): Promise<string | undefined> {
  const term = [email, phone].find((each) => typeof each === 'string');
  if (typeof term !== 'string') return undefined; // the API says what is missing
  const path = `${fixtureKinds.customers}?limit=${pageSize}&search=${encodeURIComponent(term)}`;
  const { data } = await ask<{ data: Stored[] }>('GET', path);
  for (const { id } of data) {
    const { metadata } = await ask<Stored>('GET', `${fixtureKinds.customers}/${id}`);
    if (metadata?.[nameField] === name) return id;
  }
  return undefined;
}

/** Some lists leave metadata out. */
const whole = async (ask: Ask, kind: FixtureKind, item: Stored): Promise<Stored> =>
  item.metadata === undefined ? ask<Stored>('GET', `${fixtureKinds[kind]}/${item.id}`) : item;

/** Ids of what fixtures have made, by their names. */
async function findLoaded(ask: Ask, kind: FixtureKind): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; page <= lookedThrough / pageSize; page += 1) {
    const { data } = await ask<{ data: Stored[] }>('GET', `${fixtureKinds[kind]}?limit=${pageSize}&page=${page}`);
    for (const { id, metadata } of await Promise.all(data.map((item) => whole(ask, kind, item)))) {
      const name = metadata?.[nameField];
      if (typeof name === 'string' && !found.has(name)) found.set(name, id);
    }
    if (data.length < pageSize) break;
  }
  return found;
}

async function create(ask: Ask, kind: FixtureKind, name: string, fixture: Fixture): Promise<string> {
  const { product, metadata, ...fields } = fixture;
  const query = kind === 'prices' ? `?productId=${String(product)}` : '';
  const body = {
    ...(kind === 'prices' || product === undefined ? fields : { ...fields, product }),
    metadata: { ...(metadata as object | undefined), [nameField]: name },
  };
  try {
    return (await ask<Stored>('POST', `${fixtureKinds[kind]}${query}`, body)).id;
  } catch (thrown) {
    if (thrown instanceof CommandError) throw new CommandError(`${kind}.${name}: ${thrown.message}`);
    throw thrown;
  }
}

/** @throws CommandError for a name that no fixture before it has */
function withIds<T>(value: T, of: string, loaded: ReadonlyMap<string, Loaded>): T {
  if (typeof value === 'string' && value.startsWith('@')) {
    const known = loaded.get(value.slice(1));
    if (!known) throw new CommandError(`${of} refers to ${value}, and there is no such fixture.`);
    return known.id as T;
  }
  if (Array.isArray(value)) return value.map((each: unknown) => withIds(each, of, loaded)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, of, loaded)])) as T;
}
