import { compile } from 'json-schema-to-typescript';
import type { Json } from './json-schema.ts';

/** Declarations of these schemas. */
export async function typesOf(named: ReadonlyMap<string, Json>): Promise<string> {
  const definitions = JSON.parse(
    JSON.stringify(Object.fromEntries(named)).replaceAll('"#/components/schemas/', '"#/definitions/'),
    // A reference with a description of its own would become a copy of what it refers to.
    (_, value: Json | null) => {
      const { $ref, ...own } = value ?? {};
      return typeof $ref === 'string' && Object.keys(own).length > 0 ? { ...own, allOf: [{ $ref }] } : value;
    },
  ) as Record<string, Json>;
  for (const [name, schema] of Object.entries(definitions)) schema['title'] = name;
  const text = await compile({ title: 'Root', type: 'object', definitions, additionalProperties: false }, 'Root', {
    bannerComment: '',
    additionalProperties: false,
    unreachableDefinitions: true,
    format: false,
    ignoreMinAndMaxItems: true,
  });
  return text
    .replace(/export interface Root \{\s*\}/, '')
    .replaceAll(
      /\n \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]+"\.(?=\n)/g,
      '',
    )
    .replaceAll(/\/\*\*\n \*\/\n/g, '');
}
