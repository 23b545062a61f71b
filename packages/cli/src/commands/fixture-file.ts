import { readFileSync } from 'node:fs';
import { CommandError } from '../terminal/command-error.ts';
import { fixtureSets } from './fixture-sets.ts';

/** What fixtures are of, in the order in which one may refer to another. */
export const fixtureKinds = {
  products: '/products',
  prices: '/prices',
  customers: '/customers',
  coupons: '/coupons',
  promotionCodes: '/promotion-codes',
  paymentLinks: '/payment-links',
} as const;
export type FixtureKind = keyof typeof fixtureKinds;

/** The body of the request that creates it; a text `@name` stands for the id of the fixture of that name. */
export type Fixture = Readonly<Record<string, unknown>>;
/** Fixtures by kind and by a name that is theirs alone. */
export type FixtureFile = Readonly<Partial<Record<FixtureKind, Readonly<Record<string, Fixture>>>>>;

/** One fixture, ready to be made. */
export interface NamedFixture {
  readonly kind: FixtureKind;
  readonly name: string;
  readonly fixture: Fixture;
}

/**
 * The fixtures of a set that comes with the command, or of a JSON file.
 *
 * @throws CommandError naming what is neither, or what in the file cannot be
 */
export function readFixtures(source: string): NamedFixture[] {
  const known = Object.hasOwn(fixtureSets, source) ? fixtureSets[source] : undefined;
  return inOrder(known ?? (parse(source) as FixtureFile), source);
}

function parse(source: string): unknown {
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (cause) {
    const sets = Object.keys(fixtureSets).join(', ');
    throw new CommandError(`${source} cannot be read, and no set has this name: there is ${sets}.`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${source} is no JSON: ${(cause as Error).message}`, { cause });
  }
}

function inOrder(file: FixtureFile, source: string): NamedFixture[] {
  const kinds = Object.keys(fixtureKinds) as FixtureKind[];
  if (!isRecord(file)) throw new CommandError(`${source} must be an object with ${kinds.join(', ')}.`);
  const unknown = Object.keys(file).find((kind) => !(kinds as string[]).includes(kind));
  if (unknown !== undefined) throw new CommandError(`${source} has ${unknown}; there are ${kinds.join(', ')}.`);
  const names = new Set<string>();
  return kinds.flatMap((kind) =>
    Object.entries(file[kind] ?? {}).map(([name, fixture]) => {
      if (!isRecord(fixture)) throw new CommandError(`${source}: ${kind}.${name} must be an object.`);
      if (names.has(name)) throw new CommandError(`${source} has two fixtures named ${name}.`);
      names.add(name);
      return { kind, name, fixture };
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
