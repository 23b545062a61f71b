import type { Json } from '../docs/json-schema.ts';

/** Who writes what a schema describes: a caller (requests) or the platform (answers, events). */
export type Direction = 'accepted' | 'sent';

/** Two documents, the released one and today's, whose schemas are compared. */
export interface Documents {
  readonly before: Json;
  readonly after: Json;
}

/**
 * Finds what breaks clients of the released schema: one line each, starting with its place. What callers send must still
 * be accepted, and what the platform sends must still have the fields and types that its readers expect. Additions break
 * neither.
 */
export class SchemaComparison {
  readonly #documents: Documents;
  readonly #direction: Direction;
  /** What comparing two named schemas found; nothing yet while they are compared, since schemas refer to themselves. */
  readonly #known = new Map<string, string[]>();

  constructor(documents: Documents, direction: Direction) {
    this.#documents = documents;
    this.#direction = direction;
  }

  /** @param at where they are; a schema with a name of its own is reported by that name, once, wherever it is used */
  breaks(at: string, before: Json, after: Json): string[] {
    const { $ref: was } = before;
    const { $ref: is } = after;
    if (typeof was !== 'string' || typeof is !== 'string') return this.#compareSimplified(at, before, after);
    const pair = `${was} ${is}`;
    const known = this.#known.get(pair);
    if (known) return known;
    this.#known.set(pair, []);
    const found = this.#compareSimplified(was.split('/').at(-1) ?? at, before, after);
    this.#known.set(pair, found);
    return found;
  }

  #compareSimplified(at: string, before: Json, after: Json): string[] {
    return this.#compare(at, simplify(this.#documents.before, before), simplify(this.#documents.after, after));
  }

  #compare(at: string, before: Simple, after: Simple): string[] {
    if (this.#direction === 'sent' && after.isNullable && !before.isNullable) return [`${at}: can now be null`];
    if (this.#direction === 'accepted' && before.isNullable && !after.isNullable) return [`${at}: null is refused now`];
    if (before.variants.length > 1 || after.variants.length > 1) return this.#variants(at, before, after);
    const [one, other] = [before.variants[0] ?? {}, after.variants[0] ?? {}];
    if (one['$ref'] || other['$ref']) return this.breaks(at, one, other);
    const [was, is] = [typeOf(one), typeOf(other)];
    if (!this.#isTypeKept(was, is)) return [`${at}: type changed from ${was ?? 'any'} to ${is ?? 'any'}`];
    return [
      ...enumBreaks(at, one, other),
      ...(this.#direction === 'accepted' ? limitBreaks(at, one, other) : []),
      ...this.#properties(at, one, other),
      ...this.#inside(`${at}[]`, one['items'], other['items']),
      ...this.#inside(`${at}.*`, one['additionalProperties'], other['additionalProperties']),
    ];
  }

  /** An integer is a number: callers who sent integers may, and readers who took numbers can. */
  #isTypeKept(was: string | undefined, is: string | undefined): boolean {
    if (was === is) return true;
    return this.#direction === 'accepted'
      ? is === undefined || (was === 'integer' && is === 'number')
      : was === undefined || (was === 'number' && is === 'integer');
  }

  /** Each former form needs one today that it fits. */
  #variants(at: string, before: Simple, after: Simple): string[] {
    return before.variants.flatMap((form) => {
      const attempts = after.variants.map((each) => this.breaks(at, form, each));
      if (attempts.some((found) => found.length === 0)) return [];
      const nearest = attempts.toSorted((one, other) => one.length - other.length)[0] ?? [];
      return nearest.length > 0 ? nearest : [`${at}: a form of it was removed`];
    });
  }

  #properties(at: string, before: Json, after: Json): string[] {
    const [was, is] = [recordOf(before['properties']), recordOf(after['properties'])];
    const [needed, needs] = [listOf(before['required']), listOf(after['required'])];
    const found = Object.entries(was).flatMap(([name, schema]) => {
      const now = is[name];
      const where = `${at}.${name}`;
      if (!now) return [`${where}: field removed`];
      if (this.#direction === 'sent' && needed.includes(name) && !needs.includes(name))
        return [`${where}: may be absent now`];
      return this.breaks(where, schema, now);
    });
    if (this.#direction === 'sent') return found;
    const newlyNeeded = needs.filter((name) => !needed.includes(name));
    return [...found, ...newlyNeeded.map((name) => `${at}.${name}: required now`)];
  }

  #inside(at: string, before: unknown, after: unknown): string[] {
    return isSchema(before) && isSchema(after) ? this.breaks(at, before, after) : [];
  }
}

/** A schema without references, intersections and nulls. */
interface Simple {
  readonly variants: readonly Json[];
  readonly isNullable: boolean;
}

function simplify(document: Json, schema: Json): Simple {
  const merged = flatten(document, schema);
  const forms = (merged['anyOf'] ?? merged['oneOf']) as Json[] | undefined;
  const types = Array.isArray(merged['type']) ? (merged['type'] as string[]) : undefined;
  if (types) {
    const variants = types.filter((type) => type !== 'null').map((type) => ({ ...merged, type }));
    return { variants, isNullable: types.includes('null') };
  }
  if (!forms) return { variants: [merged], isNullable: merged['type'] === 'null' };
  const inner = forms.map((form) => {
    const simple = simplify(document, form);
    return form['$ref'] && !simple.isNullable ? { ...simple, variants: [form] } : simple; // keeps its name
  });
  return {
    variants: inner.flatMap(({ variants }) => variants).filter(({ type }) => type !== 'null'),
    isNullable: inner.some(({ isNullable }) => isNullable),
  };
}

/** Follows references and joins the parts of an `allOf` into one schema. */
function flatten(document: Json, schema: Json): Json {
  const { $ref, allOf, ...own } = schema;
  const parts: Json[] = [];
  if (typeof $ref === 'string') parts.push(flatten(document, resolve(document, $ref)));
  if (Array.isArray(allOf)) parts.push(...(allOf as Json[]).map((part) => flatten(document, part)));
  return parts.reduceRight<Json>((joined, part) => join(part, joined), own);
}

function join(one: Json, other: Json): Json {
  const [first, second] = [recordOf(one['properties']), recordOf(other['properties'])];
  const properties = { ...first };
  for (const [name, schema] of Object.entries(second)) {
    const known = properties[name];
    properties[name] = known && !isAnyObject(known) ? { allOf: [known, schema] } : schema;
  }
  const required = [...new Set([...listOf(one['required']), ...listOf(other['required'])])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function resolve(document: Json, reference: string): Json {
  const found = reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
  if (!isSchema(found)) throw new Error(`${reference} leads nowhere`);
  return found;
}

/** One line for the values that are gone; a const is an enum of one. */
function enumBreaks(at: string, before: Json, after: Json): string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (!was) return is ? [`${at}: limited to ${is.join(', ')} now`] : [];
  const gone = is ? was.filter((value) => !is.includes(value)) : [];
  return gone.length > 0 ? [`${at}: no longer ${gone.join(', ')}`] : [];
}

const valuesOf = (schema: Json): string[] | undefined => {
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  return Array.isArray(schema['enum']) ? schema['enum'].map((value) => JSON.stringify(value)) : undefined;
};

const ceilings = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const floors = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

function limitBreaks(at: string, before: Json, after: Json): string[] {
  const tighter = (names: readonly string[], isTighter: (was: number, is: number) => boolean, none: number) =>
    names.filter((name) => name in after && isTighter(Number(before[name] ?? none), Number(after[name])));
  return [
    ...tighter(ceilings, (was, is) => is < was, Number.POSITIVE_INFINITY),
    ...tighter(floors, (was, is) => is > was, Number.NEGATIVE_INFINITY),
  ].map((name) => `${at}: ${name} is ${String(after[name])} now, was ${String(before[name] ?? 'unlimited')}`);
}

/** The type that a schema declares, or that its values have. */
function typeOf(schema: Json): string | undefined {
  if (typeof schema['type'] === 'string') return schema['type'];
  if ('const' in schema) return typeof schema['const'];
  if (Array.isArray(schema['enum'])) return typeof schema['enum'][0];
  return isSchema(schema['properties']) ? 'object' : undefined;
}

/** An object schema without properties of its own, which adds nothing to the schemas beside it. */
const isAnyObject = ({ type, properties, $ref }: Json): boolean => type === 'object' && !properties && !$ref;
const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const recordOf = (value: unknown): Record<string, Json> => (isSchema(value) ? (value as Record<string, Json>) : {});
const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
