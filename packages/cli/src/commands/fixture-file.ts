import { readFileSync } from 'node:fs';
import { CommandError } from '../terminal/command-error.ts';

/** Kinds of fixtures with their API paths; a fixture may refer to one of an earlier kind. */
export const fixtureKinds = {
  products: '/products',
  prices: '/prices',
  customers: '/customers',
  coupons: '/coupons',
  promotionCodes: '/promotion-codes',
  paymentLinks: '/payment-links',
} as const;
export type FixtureKind = keyof typeof fixtureKinds;

/** The body of the request that creates the object; `@name` stands for the id of the fixture with that name. */
export type Fixture = Readonly<Record<string, unknown>>;
/** Fixtures by kind and unique name. */
export type FixtureFile = Readonly<Partial<Record<FixtureKind, Readonly<Record<string, Fixture>>>>>;

/** A small shop to try most features with. */
const shop: FixtureFile = {
  products: {
    coffee: { name: 'Coffee from Yemen', description: 'Roasted on Tuesdays.', unitLabel: 'bag' },
    soap: { name: 'Olive oil soap', unitLabel: 'piece' },
    donation: { name: 'Donation' },
  },
  prices: {
    'coffee-250g': { product: '@coffee', currency: 'EGP', unitAmount: 32_000, stock: 100 },
    'coffee-1kg': { product: '@coffee', currency: 'EGP', unitAmount: 115_000, stock: 20 },
    'soap-one': { product: '@soap', currency: 'EGP', unitAmount: 7_500 },
    'soap-last': { product: '@soap', currency: 'EGP', unitAmount: 6_000, stock: 1 },
    'donation-any': {
      product: '@donation',
      currency: 'EGP',
      type: 'CUSTOM',
      customUnitAmount: { minimum: 1_000, preset: 10_000 },
    },
  },
  customers: {
    mona: { name: 'Mona Adel', email: 'mona.adel@example.com', phone: '+201001234567' },
    omar: { name: 'Omar Said', email: 'omar.said@example.com' },
  },
  coupons: {
    'ten-percent': { name: 'Ten percent', percentOff: 10, duration: 'once' },
    'fifty-pounds': { name: 'Fifty pounds', amountOff: 5_000, currency: 'EGP', duration: 'once' },
  },
  promotionCodes: {
    welcome: { couponId: '@ten-percent', code: 'WELCOME10' },
    eid: { couponId: '@fifty-pounds', code: 'EID50', maxRedemptions: 100 },
  },
  paymentLinks: {
    'coffee-link': { lineItems: [{ price: '@coffee-250g', quantity: 1 }], allowPromotionCodes: true },
  },
};

/** Built-in sets by name. */
export const fixtureSets: Readonly<Record<string, FixtureFile>> = { shop };

/** One fixture to create. */
export interface NamedFixture {
  readonly kind: FixtureKind;
  readonly name: string;
  readonly fixture: Fixture;
}

/**
 * Reads the fixtures of a built-in set or of a JSON file, in the order to create them.
 *
 * @throws CommandError when the source is neither, or the file is invalid
 */
export function readFixtures(source: string): NamedFixture[] {
  const set = Object.hasOwn(fixtureSets, source) ? fixtureSets[source] : undefined;
  return toFixtures(set ?? (parse(source) as FixtureFile), source);
}

function parse(source: string): unknown {
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (cause) {
    const sets = Object.keys(fixtureSets).join(', ');
    throw new CommandError(
      `Cannot read ${source}, and there is no built-in set with that name. Built-in sets: ${sets}.`,
      { cause },
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${source} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

function toFixtures(file: FixtureFile, source: string): NamedFixture[] {
  const kinds = Object.keys(fixtureKinds) as FixtureKind[];
  if (!isRecord(file)) throw new CommandError(`${source} must be an object with the keys ${kinds.join(', ')}.`);
  const unknown = Object.keys(file).find((kind) => !(kinds as string[]).includes(kind));
  if (unknown !== undefined)
    throw new CommandError(`${source} has an unknown key ${unknown}. Allowed keys: ${kinds.join(', ')}.`);
  const names = new Set<string>();
  return kinds.flatMap((kind) =>
    Object.entries(file[kind] ?? {}).map(([name, fixture]) => {
      if (!isRecord(fixture)) throw new CommandError(`${source}: ${kind}.${name} must be an object.`);
      if (names.has(name)) throw new CommandError(`${source} has two fixtures named ${name}. Names must be unique.`);
      names.add(name);
      return { kind, name, fixture };
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
