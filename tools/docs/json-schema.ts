import { z } from 'zod';
import { describeProperties } from './describe-properties.ts';

/** A JSON value with string keys, as the documents hold it. */
export type Json = { [key: string]: unknown };

/** JSON Schemas by name, and the components that they refer to. */
export interface SchemaSet {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<string, Json>>;
}

const wordyFormats = new Set(['date-time', 'email']);

/**
 * JSON Schemas of these zod schemas, with every schema that has an id moved to `#/components/schemas/<id>`.
 *
 * Rendered as inputs: zod would close every object of an output, and clients could not live with an added field.
 */
export function toSchemaSet(named: Readonly<Record<string, z.ZodType>>): SchemaSet {
  const root = z.toJSONSchema(z.object({ ...named }), {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const definition = zodSchema._zod.def;
      if (definition.type === 'default') jsonSchema.default = definition.defaultValue as typeof jsonSchema.default;
      if (jsonSchema.type === 'integer') jsonSchema.format = integerFormatOf(jsonSchema);
      if (!jsonSchema.format || !wordyFormats.has(jsonSchema.format)) return;
      delete jsonSchema.pattern; // the format says it in a word
      delete jsonSchema.anyOf;
    },
  });
  const moved = JSON.parse(JSON.stringify(root).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    properties: Record<string, Json>;
    $defs?: Record<string, Json>;
  };
  return describeProperties({ schemas: moved.properties, components: sortByKey(moved.$defs ?? {}) });
}

const int32Max = 2_147_483_647;

/** What clients in languages with integers of a fixed size need. */
const integerFormatOf = ({
  minimum = -Infinity,
  maximum = Infinity,
}: {
  minimum?: number;
  maximum?: number;
}): string => (minimum >= -int32Max - 1 && maximum <= int32Max ? 'int32' : 'int64');

function sortByKey(record: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
