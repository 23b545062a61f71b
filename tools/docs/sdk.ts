import {
  errorCodes,
  errors,
  errorTypes,
  events,
  eventTypes,
  publicEventTypes,
  sdkCallOf,
  sdkOperations,
  type EventType,
  type Operation,
} from '@mizan/contracts';
import { toSchemaSet, type Json } from './json-schema.ts';
import { apiSchemas } from './openapi.ts';
import { typesOf } from './types-of.ts';

const pascal = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** What a method of a client is made from. */
export interface Method {
  readonly id: string;
  readonly row: Operation;
  readonly types: MethodTypes;
}

/** Every operation's method and every public event's object, with the schemas that their types are made from, by name. */
export function describeApi(): { methods: Method[]; eventRows: string[]; named: Map<string, Json> } {
  const { schemas, components } = apiSchemas();
  const named = new Map<string, Json>(Object.entries(components));
  /** The name of a schema's type; one without an id of its own is named after the operation. */
  const typeOf = (schema: Json, fallback: string): string => {
    const reference = referredTo(schema);
    if (!reference) named.set(fallback, schema);
    return reference ?? fallback;
  };
  const methods = sdkOperations.map(([id, row]) => {
    const part = (kind: string) => schemas[`${id}.${kind}`];
    const [query, body, response] = [part('query'), part('body'), part('response')];
    const types = {
      query: query && typeOf(query, `${pascal(id)}Query`),
      body: body && typeOf(body, `${pascal(id)}Body`),
      response: row.downloads ? 'string' : typeOf(response ?? {}, `${pascal(id)}Response`),
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

/** `packages/sdk/types.d.cts`: a type for every schema of the API and of the bus, shared by both published packages. */
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

export {}; // without it, a file of declarations exports all that it declares

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

/** An event. Its type says which object it has. */
export type Event = {
  [Type in keyof EventObjects]: Omit<UntypedEvent, 'type' | 'data'> & {
    type: Type;
    data: Omit<UntypedEvent['data'], 'object'> & { object: EventObjects[Type] };
  };
}[keyof EventObjects];

${withUntypedEvent(await typesOf(named))}`;
}

/** JSON Schema cannot say which object an event has: its declaration becomes what the type of every event is made from. */
function withUntypedEvent(declarations: string): string {
  const renamed = declarations.replace('export interface Event {', 'interface UntypedEvent {');
  if (renamed === declarations) throw new Error('bug: no declaration of events');
  return renamed;
}

/** Methods below the groups that they are called through: `checkout`, `sessions`. */
export interface Group {
  /** Empty at the client itself. */
  readonly path: readonly string[];
  readonly methods: Map<string, Method>;
  readonly groups: Map<string, Group>;
}

/** The methods as the SDKs group them. @throws Error when two have the same name */
export function groupMethods(methods: readonly Method[]): Group {
  const root: Group = { path: [], methods: new Map(), groups: new Map() };
  for (const method of methods) {
    const path = sdkCallOf(method.row).slice(0, -1);
    const name = sdkCallOf(method.row).at(-1) ?? '';
    const group = path.reduce<Group>((at, next) => {
      const child = at.groups.get(next) ?? { path: [...at.path, next], methods: new Map(), groups: new Map() };
      at.groups.set(next, child);
      return child;
    }, root);
    if (group.methods.has(name)) throw new Error(`bug: two operations are ${[...path, name].join('.')}`);
    group.methods.set(name, method);
  }
  return root;
}

/** Every group, those below it first. */
export const groupsOf = (group: Group): Group[] => [...[...group.groups.values()].flatMap(groupsOf), group];

/** `packages/sdk/src/operations.ts`: the groups of methods, and the client that has them. */
export function operationsSource(): Promise<string> {
  const { methods } = describeApi();
  const names = methods.flatMap(({ types }) => [types.query, types.body, types.response, types.item]);
  const imported = [...new Set(names.filter((name) => name !== undefined && name !== 'string'))].sort();
  return Promise.resolve(`// Generated from packages/contracts by \`npm run docs\`. Do not edit.
import type { ${imported.join(', ')} } from '../types.d.cts';
import type { RequestOptions } from './options.ts';
import { Calls, type DownloadPromise, type ListPromise } from './transport.ts';

${groupsOf(groupMethods(methods)).map(classOf).join('\n\n')}
`);
}

function classOf({ path, methods, groups }: Group): string {
  const parts = [
    [...groups]
      .map(([name, { path: below }]) => `readonly ${name} = new ${className(below)}(this.transport);`)
      .join('\n'),
    ...[...methods].map(([name, method]) => methodOf(name, method)),
  ];
  const title =
    path.length > 0 ? `\`mizan.${path.join('.')}\`` : 'Every operation of the API, by the path of the API reference';
  return `/** ${title}. */
export class ${className(path)} extends Calls {
${parts.filter(Boolean).join('\n\n')}
}`;
}

/** `CheckoutSessionsCalls`. */
export const className = (path: readonly string[]): string => `${path.map(pascal).join('') || 'All'}Calls`;

/** The names of a method's types. */
interface MethodTypes {
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly response: string;
  /** Of a list: what it lists. */
  readonly item: string | undefined;
}

function methodOf(method: string, { row, types }: Method): string {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const isQueryNeeded = row.query !== undefined && !row.query.safeParse({}).success;
  const isBodyNeeded = row.body !== undefined && !row.body.safeParse({}).success;
  // One object has the fields of both: a caller does not have to know which of them belong into the query.
  const inQuery = types.query && types.body ? fieldsOf(row.query) : [];
  const twice = inQuery.find((name) => fieldsOf(row.body).includes(name));
  if (twice !== undefined)
    throw new Error(`bug: ${twice} is in the query and in the body of ${row.method} ${row.path}`);
  const fields: [name: string, type: string, isNeeded: boolean][] =
    types.query && types.body
      ? [['fields', `${types.query} & ${types.body}`, isQueryNeeded || isBodyNeeded]]
      : [
          ...(types.query ? [['query', types.query, isQueryNeeded] as [string, string, boolean]] : []),
          ...(types.body ? [['body', types.body, isBodyNeeded] as [string, string, boolean]] : []),
        ];
  const parameters = [
    ...names.map((name) => `${name}: string`),
    ...fields.map(([name, type, isNeeded]) => `${name}: ${type}${isNeeded ? '' : ' = {}'}`),
    'options?: RequestOptions',
  ];
  const split = inQuery.length > 0 ? `const { ${inQuery.join(', ')}, ...body } = fields;\n` : '';
  const request = [
    `method: '${row.method}'`,
    `path: '${row.path}'`,
    ...(names.length > 0 ? [`parameters: { ${names.join(', ')} }`] : []),
    ...(types.query ? [inQuery.length > 0 ? `query: { ${inQuery.join(', ')} }` : 'query'] : []),
    ...(types.body ? ['body'] : []),
    'options',
  ].join(', ');
  const [answer, call] = row.downloads
    ? ['DownloadPromise', 'download']
    : types.item
      ? [`ListPromise<${types.response}, ${types.item}>`, 'list']
      : [`Promise<${types.response}>`, 'request'];
  return `/**
 * ${row.summary}. \`${row.method} ${row.path}\`${row.permission ? `, permission \`${row.permission}\`` : ''}.${row.description ? `\n *\n * ${row.description.replaceAll('\n', '\n * ')}` : ''}
 */
${method}(${parameters.join(', ')}): ${answer} {
  ${split}return this.transport.${call}({ ${request} });
}`;
}

/** The names of an object's fields. */
const fieldsOf = (schema: Operation['query'] | Operation['body']): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];

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
