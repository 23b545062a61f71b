import {
  errorCodes,
  errors,
  errorTypes,
  events,
  eventTypes,
  operations,
  publicEventTypes,
  type EventType,
  type Operation,
} from '@mizan/contracts';
import { toSchemaSet, type Json } from './json-schema.ts';
import { apiSchemas } from './openapi.ts';
import { typesOf } from './types-of.ts';

const rows = (Object.entries(operations) as [string, Operation][]).filter(
  ([, { audience, streams }]) => ['merchant', 'test', 'client'].includes(audience) && !streams,
);
const pascal = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** What a method of the client is made from. */
interface Method {
  readonly id: string;
  readonly row: Operation;
  readonly types: MethodTypes;
}

/** Every operation's method and every public event's object, with the schemas that their types are made from, by name. */
function describeApi(): { methods: Method[]; eventRows: string[]; named: Map<string, Json> } {
  const { schemas, components } = apiSchemas();
  const named = new Map<string, Json>(Object.entries(components));
  /** The name of a schema's type; one without an id of its own is named after the operation. */
  const typeOf = (schema: Json, fallback: string): string => {
    const reference = referredTo(schema);
    if (!reference) named.set(fallback, schema);
    return reference ?? fallback;
  };
  const methods = rows.map(([id, row]) => {
    const part = (kind: string) => schemas[`${id}.${kind}`];
    const [query, body, response] = [part('query'), part('body'), part('response')];
    const types = {
      query: query && typeOf(query, `${pascal(id)}Query`),
      body: body && typeOf(body, `${pascal(id)}Body`),
      response: typeOf(response ?? {}, `${pascal(id)}Response`),
      item: itemOf(response, components, typeOf, id),
    };
    return { id, row, types };
  });
  const eventRows = publicEventTypes.map((type) => eventRow(type, typeOf(schemas[`${type}.object`] ?? {}, 'never')));
  return { methods, eventRows, named };
}

const referredTo = (schema: Json | undefined): string | undefined =>
  /^#\/components\/schemas\/(\w+)$/.exec(String(schema?.['$ref'] ?? ''))?.[1];
const eventRow = (type: EventType, name: string): string => `/** ${events[type].description} */ '${type}': ${name};`;

/** `packages/sdk/types.d.ts`: a type for every schema of the API and of the bus, shared by both published packages. */
export async function typesSource(): Promise<string> {
  const { eventRows, named } = describeApi();
  const internal = eventTypes.filter((type) => events[type].audience === 'internal');
  const objects = toSchemaSet(Object.fromEntries(internal.map((type) => [type, events[type].object])));
  for (const [name, schema] of Object.entries(objects.components)) if (!named.has(name)) named.set(name, schema);
  const internalRows = internal.map((type) => {
    const name = referredTo(objects.schemas[type]);
    if (!name) throw new Error(`bug: the object of ${type} has no name`);
    return eventRow(type, name);
  });
  return `// Generated from packages/contracts by \`npm run docs\`. Do not edit.

/** Why a request was refused. */
export type ErrorType = ${errorTypes.map((type) => `'${type}'`).join(' | ')};

/** The stable reason of a refusal. */
export type ErrorCode =
${errorCodes.map((code) => `  /** ${errors[code].meaning} */\n  | '${code}'`).join('\n')};

/** The object of each type of event that webhook endpoints receive. */
export interface EventObjects {
${eventRows.join('\n')}
}

/** The object of each type of event on the bus. */
export interface BusEventObjects extends EventObjects {
${internalRows.join('\n')}
}

${await typesOf(named)}`;
}

/** `packages/sdk/src/operations.ts`: a method for every operation. */
export function operationsSource(): Promise<string> {
  const { methods } = describeApi();
  const names = methods.flatMap(({ types }) => [types.query, types.body, types.response, types.item]);
  const imported = [...new Set(names.filter((name) => name !== undefined))].sort();
  return Promise.resolve(`// Generated from packages/contracts by \`npm run docs\`. Do not edit.
import type { ${imported.join(', ')} } from '../types.d.ts';
import { Transport, type ListPromise, type RequestOptions } from './transport.ts';

/** One method for each operation of the API. */
export class Operations extends Transport {
${methods.map(methodOf).join('\n\n')}
}
`);
}

interface MethodTypes {
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly response: string;
  /** Of a list: what it lists. */
  readonly item: string | undefined;
}

function methodOf({ id, row, types }: Method): string {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isQueryNeeded = row.query !== undefined && !row.query.safeParse({}).success;
  const isBodyNeeded = row.body !== undefined && !row.body.safeParse({}).success;
  const parameters = [
    ...names.map((name) => `${name}: string`),
    ...(types.query && isQueryNeeded ? [`query: ${types.query}`] : []),
    ...(types.body ? [isBodyNeeded ? `body: ${types.body}` : `body: ${types.body} = {}`] : []),
    ...(types.query && !isQueryNeeded ? [`query: ${types.query} = {}`] : []),
    'options?: RequestOptions',
  ];
  const path = row.path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent($1)}');
  const request = [
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
${id}(${parameters.join(', ')}): ${answer} {
  return this.${call}({ ${request} });
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
