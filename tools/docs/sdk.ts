import { errorCodes, errors, errorTypes, events, operations, publicEventTypes, type Operation } from '@mizan/contracts';
import type { Json } from './json-schema.ts';
import { apiSchemas } from './openapi.ts';
import { typesOf } from './types-of.ts';

const rows = (Object.entries(operations) as [string, Operation][]).filter(
  ([, { audience, streams }]) => ['merchant', 'test', 'client'].includes(audience) && !streams,
);
const pascal = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** The generated part of packages/sdk: a type for every schema, and a method for every operation. */
export async function sdkSource(): Promise<string> {
  const { schemas, components } = apiSchemas();
  const named = new Map<string, Json>(Object.entries(components));
  /** The name of a schema's type; one without an id of its own is named after the operation. */
  const typeOf = (schema: Json, fallback: string): string => {
    const reference = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
    if (!reference) named.set(fallback, schema);
    return reference ?? fallback;
  };
  const methods = rows.map(([id, row]) => {
    const part = (kind: string) => schemas[`${id}.${kind}`];
    const [query, body, response] = [part('query'), part('body'), part('response')];
    return methodOf(id, row, {
      query: query && typeOf(query, `${pascal(id)}Query`),
      body: body && typeOf(body, `${pascal(id)}Body`),
      response: typeOf(response ?? {}, `${pascal(id)}Response`),
      item: itemOf(response, components, typeOf, id),
    });
  });
  const eventRows = publicEventTypes.map(
    (type) => `/** ${events[type].description} */ '${type}': ${typeOf(schemas[`${type}.object`] ?? {}, 'never')};`,
  );
  return `// Generated from packages/contracts by \`npm run docs\`. Do not edit.
import { Transport, type ListPromise, type RequestOptions } from './transport.ts';

/** Why a request was refused. */
export type ErrorType = ${errorTypes.map((type) => `'${type}'`).join(' | ')};

/** The stable reason of a refusal. */
export type ErrorCode =
${errorCodes.map((code) => `  /** ${errors[code].meaning} */\n  | '${code}'`).join('\n')};

/** The object that each type of event carries. */
export interface EventObjects {
${eventRows.join('\n')}
}

/** One method for each operation of the API. */
export class Operations extends Transport {
${methods.join('\n\n')}
}

${await typesOf(named)}`;
}

interface MethodTypes {
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly response: string;
  /** Of a list: what it lists. */
  readonly item: string | undefined;
}

function methodOf(id: string, row: Operation, types: MethodTypes): string {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isQueryNeeded = row.query !== undefined && !row.query.safeParse({}).success;
  const isBodyNeeded = row.body !== undefined && !row.body.safeParse({}).success;
  const taken = [
    ...names.map((name) => `${name}: string`),
    ...(types.query && isQueryNeeded ? [`query: ${types.query}`] : []),
    ...(types.body ? [isBodyNeeded ? `body: ${types.body}` : `body: ${types.body} = {}`] : []),
    ...(types.query && !isQueryNeeded ? [`query: ${types.query} = {}`] : []),
    'options?: RequestOptions',
  ];
  const path = row.path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent($1)}');
  const sent = [
    `method: '${row.method}'`,
    `path: \`${path}\``,
    ...(types.query ? ['query'] : []),
    ...(types.body ? ['body'] : []),
    'options',
  ].join(', ');
  const [answer, call] = types.item
    ? [`ListPromise<${types.response}, ${types.item}>`, 'list']
    : [`Promise<${types.response}>`, 'request'];
  return `/**
 * ${row.summary}. \`${row.method} ${row.path}\`${row.permission ? `, permission \`${row.permission}\`` : ''}.${row.description ? `\n *\n * ${row.description.replaceAll('\n', '\n * ')}` : ''}
 */
${id}(${taken.join(', ')}): ${answer} {
  return this.${call}({ ${sent} });
}`;
}

/** What a list lists, when the answer is one. */
function itemOf(
  response: Json | undefined,
  components: Readonly<Record<string, Json>>,
  typeOf: (schema: Json, fallback: string) => string,
  id: string,
): string | undefined {
  const name = /(\w+)$/.exec(String(response?.['$ref'] ?? ''))?.[1];
  const { data, totalCount } = ((name ? components[name] : response)?.['properties'] ?? {}) as Record<string, Json>;
  const items = totalCount && data?.['type'] === 'array' ? (data['items'] as Json) : undefined;
  return items && typeOf(items, `${pascal(id)}Item`);
}
