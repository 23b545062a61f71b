import type { Operation } from '@mizan/contracts';
import fc from 'fast-check';
import { z } from 'zod';

type Schema = Record<string, unknown>;
/** Ids of records that exist, by the field that takes them, by `path:…`, or by method and path. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

/** What the known price costs, piastres. */
export const fuzzedPrice = 12_000;

/** What no field expects: text that databases and parsers choke on, numbers at the edges, other shapes. */
const hostile: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  '',
  ' ',
  'x'.repeat(6_000),
  'a\u0000b',
  '\ud800',
  '\u202e‮‏سلام',
  "'; drop table products; --",
  '%_\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'NaN',
  '1e400',
  '2025-02-30',
  -1,
  -0,
  1.5,
  0.1 + 0.2,
  2 ** 53,
  1e21,
  999_999_999_999,
  1_000_000_000_000,
  null,
  true,
  [],
  {},
  [[[[[[]]]]]],
  { constructor: 1 },
  Array.from({ length: 120 }, () => 0),
);

/** Text that the format or the field's name asks for. */
const samples: Record<string, readonly string[]> = {
  uri: ['https://example.com/x?y=1', 'http://localhost:1/'],
  'date-time': ['2025-01-01T10:00:00.000Z', '2099-12-31T23:59:59+02:00'],
  email: ['mona@example.com', 'MONA+tag@Example.COM'],
  url: ['https://example.com/hook'],
  enabledEvents: ['*', 'product.*', 'payment_intent.succeeded'],
  phone: ['+201000000001', '010 0000 0001'],
  domain: ['shop.example.com', 'Shop.Example'], // its pattern looks ahead, which fast-check cannot make texts of
  country: ['EG', 'AE'],
  date: ['last:7,days', 'eq:2025-01-01', 'bt:2025-01-01,2025-02-01'],
  timezone: ['Africa/Cairo', 'UTC'],
  from: ['2026-01-01', '2026-02-03T04:05:06Z'],
  to: ['2026-03-01', '2026-04-05T06:07:08+02:00'],
  amount: ['eq:100', 'gt:5', 'bt:1,5'],
  metadata: ['{"a":"b"}', '{"a":"\\u0000"}', '{"a":{"\\ud800":1}}'],
  page: ['1', '2'],
  limit: ['1', '20'],
  active: ['true', 'false'],
  number: ['4242424242424242', '4000000000000002'],
  cvc: ['123'],
  expMonth: ['12'],
  iban: ['EG380019000500000000263180002', 'eg38 0019 0005 0000 0000 2631 8000 2'],
  ipAllowlist: ['10.0.0.0/8', '::1'],
  allowedOrigins: ['https://shop.example'],
  slug: ['soap'],
  outcome: ['succeed', 'fail', 'expire', 'decline:lost_card'],
  now: ['2026-01-01T00:00:00Z'],
};
/** Numbers that only make sense together with others. */
const numbers: Record<string, readonly number[]> = {
  expectedAmountTotal: [fuzzedPrice],
  amount: [100],
  quantity: [1],
  expYear: [2034],
  expMonth: [12],
  delayMs: [5],
};

/** Objects whose fields only make sense together. */
const whole: Record<string, unknown> = {
  paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } },
  recurring: { interval: 'MONTH', intervalCount: 1 },
  fault: { status: 503 },
};

/** Optional fields without which few requests succeed: most careful ones have them. */
const usual = new Set(['lineItems', 'paymentMethod', 'expectedAmountTotal']);

const words = ['soap', 'Soap & Co', 'صابون', '🧼', 'a', '1'];

/** How values are made: for which records, and how many in 16 are hostile. */
interface Making {
  readonly root: Schema;
  readonly ids: KnownIds;
  readonly hostility: number;
}

/** Values for a field: such as its schema asks for, and as many hostile ones as wanted. */
function valueOf(schema: Schema, name: string, by: Making, depth: number): fc.Arbitrary<unknown> {
  const good = fitting(schema, name, by, depth);
  if (by.hostility === 0) return good;
  return fc.oneof({ weight: 16 - by.hostility, arbitrary: good }, { weight: by.hostility, arbitrary: hostile });
}

function fitting(schema: Schema, name: string, by: Making, depth: number): fc.Arbitrary<unknown> {
  if (depth > 8) return fc.constant(null);
  const inner = (each: Schema, field = name) => valueOf(each, field, by, depth + 1);
  if (typeof schema['$ref'] === 'string') return inner(resolve(by.root, schema['$ref']));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map((each) => inner(each)));
  switch (schema['type']) {
    case 'object':
      return name in whole
        ? fc.oneof(fc.constant(whole[name]), objectOf(schema, by, inner))
        : objectOf(schema, by, inner);
    case 'array':
      return fc.array(inner((schema['items'] as Schema | undefined) ?? {}), { minLength: 1, maxLength: 3 });
    case 'integer':
    case 'number':
      if (numbers[name]) return fc.constantFrom(...numbers[name]);
      return fc.integer({
        min: Number(schema['minimum'] ?? 0),
        max: Math.min(Number(schema['maximum'] ?? 10_000), 10_000),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema, name, by);
  }
}

function objectOf(
  schema: Schema,
  { hostility }: Making,
  inner: (each: Schema, field: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = ((schema['required'] ?? []) as string[]).filter((name) =>
    properties.some(([field]) => field === name),
  );
  const optional = properties.map(([field]) => field).filter((field) => !required.includes(field));
  const fields = Object.fromEntries(properties.map(([field, each]) => [field, inner(each, field)]));
  const expected = optional.filter((field) => usual.has(field));
  const careful = { weight: 3, arbitrary: fc.constant([...required, ...expected]) };
  // Few of the optional fields at once: most of them exclude each other.
  const given = fc
    .tuple(
      fc.record(fields),
      fc.oneof(careful, { weight: 1, arbitrary: fc.constant(required) }),
      fc.subarray(optional, { maxLength: Math.min(3, optional.length) }),
    )
    .map(([all, base, kept]) => Object.fromEntries([...base, ...kept].map((field) => [field, all[field]])));
  if (hostility === 0) return given;
  const spoilt = fc.tuple(given, fc.constantFrom('unknown', 'id', 'constructor', ...required), hostile);
  return fc.oneof(
    { weight: 9, arbitrary: given },
    { weight: 1, arbitrary: spoilt.map(([body, field, value]) => ({ ...body, [field]: value })) },
  );
}

function textOf(schema: Schema, name: string, { ids, hostility }: Making): fc.Arbitrary<string> {
  const known = ids[name] ?? samples[name] ?? samples[String(schema['format'])];
  if (known) return fc.constantFrom(...known);
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']), { size: 'small' });
  return hostility === 0
    ? fc.constantFrom(...words)
    : fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 30, unit: 'grapheme' }));
}

const resolve = (root: Schema, ref: string): Schema =>
  ref
    .slice(2)
    .split('/')
    .filter(Boolean)
    .reduce<Schema>((at, part) => at[part] as Schema, root);

const schemaOf = (type: z.ZodType): Schema => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;

/** One request: text as it goes onto the wire. */
export interface FuzzedRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

const broken = [
  '{',
  '',
  'null',
  '[]',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"a":1e400}',
  '{"a":9007199254740993}',
  `${'['.repeat(10_000)}`,
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
];

/** Requests of one operation: half of them such as a careful client sends, the others more and more hostile. */
export const requestsOf = (id: string, operation: Operation, ids: KnownIds): fc.Arbitrary<FuzzedRequest> =>
  fc.oneof(...[0, 0, 1, 4].map((hostility) => requestsAs(id, operation, ids, hostility)));

function requestsAs(id: string, operation: Operation, ids: KnownIds, hostility: number): fc.Arbitrary<FuzzedRequest> {
  const known = fc.constantFrom(
    ...(ids[`${operation.method} ${operation.path}`] ?? ids[`path:${operation.path}`] ?? ['none']),
  );
  const odd = fc.constantFrom('none', 'prod_', '%00', '%ff', '..', 'a'.repeat(300), 'سلام', "' or 1=1");
  const pathId = hostility === 0 ? known : fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: odd });
  const making = (root: Schema): Making => ({ root, ids, hostility });
  const querySchema = operation.query ? schemaOf(operation.query) : { type: 'object' };
  const query = valueOf(querySchema, '', making(querySchema), 0);
  const bodySchema = operation.body ? schemaOf(operation.body) : undefined;
  const json = bodySchema && valueOf(bodySchema, '', making(bodySchema), 0).map((value) => JSON.stringify(value));
  const body = json
    ? hostility === 0
      ? json
      : fc.oneof({ weight: 9, arbitrary: json }, { weight: 1, arbitrary: fc.constantFrom(...broken) })
    : fc.constant(undefined);
  return fc.tuple(pathId, query, body).map(([pathParameter, parameters, text]) => ({
    id,
    method: operation.method,
    path: operation.path.replaceAll(/\{\w+\}/g, () => encodePath(pathParameter)) + queryText(parameters),
    body: operation.method === 'GET' ? undefined : text,
  }));
}

const encodePath = (text: string): string => (text.startsWith('%') ? text : encodeURIComponent(text));

function queryText(parameters: unknown): string {
  if (typeof parameters !== 'object' || parameters === null) return '';
  const pairs = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`);
  return text.length === 0 ? '' : `?${text.join('&').slice(0, 8_000)}`;
}

const wellFormed = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
