import type { Json, SchemaSet } from './json-schema.ts';

/**
 * The schemas with every `default` of a property moved to its description: generators of typed clients make a property
 * with a default required, and callers could no longer leave it out.
 */
export const withDescribedDefaults = ({ schemas, components }: SchemaSet): SchemaSet => ({
  schemas: describeAll(schemas),
  components: describeAll(components),
});

const describeAll = (named: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, rewrite(schema) as Json]));

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'properties' ? describeProperties(inner as Readonly<Record<string, Json>>) : rewrite(inner),
    ]),
  );
}

const describeProperties = (properties: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { default: fallback, ...schema }]) => [
      name,
      describe(rewrite(schema) as Json, fallback),
    ]),
  );

function describe(schema: Json, fallback: unknown): Json {
  if (fallback === undefined) return schema;
  const { description } = schema;
  const sentence = `Default: \`${JSON.stringify(fallback).replaceAll('"', '')}\`.`;
  if (typeof description === 'string' && /\bdefault/i.test(description)) return schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${sentence}` : sentence };
}
