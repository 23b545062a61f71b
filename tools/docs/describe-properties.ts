import { describeField } from '@mizan/contracts';
import type { Json, SchemaSet } from './json-schema.ts';

type Schemas = Readonly<Record<string, Json>>;

/** The schemas with a description of every property that has none of its own, where the contract knows what its name means. */
export function describeProperties({ schemas, components }: SchemaSet): SchemaSet {
  const describeAll = (named: Schemas): Schemas =>
    Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, describeIn(schema, name, components) as Json]),
    );
  return { schemas: describeAll(schemas), components: describeAll(components) };
}

/** @param owner of the properties: the schema or property that contains them */
function describeIn(value: unknown, owner: string, components: Schemas): unknown {
  if (Array.isArray(value)) return value.map((each) => describeIn(each, owner, components));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== 'properties') return [key, describeIn(inner, owner, components)];
      const properties = Object.entries(inner as Schemas).map(([name, schema]) => {
        const described = describeIn(schema, name, components) as Json;
        if (isDescribed(described, components)) return [name, described];
        const description = describeField(owner, name);
        return [name, description === undefined ? described : { ...described, description }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
}

/** Whether a reader learns what it is: from its own description, or from that of the schema that it is, or may be. */
export function isDescribed(schema: Json, components: Schemas): boolean {
  if (schema['description'] !== undefined) return true;
  const { $ref, anyOf, allOf } = schema;
  if (typeof $ref === 'string') return components[$ref.split('/').at(-1) ?? '']?.['description'] !== undefined;
  const members = (anyOf ?? allOf ?? []) as Json[];
  return members.some((member) => isDescribed(member, components));
}
