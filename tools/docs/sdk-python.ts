import { errorCodes, errorTypes, publicEventTypes } from '@mizan/contracts';
import type { Json } from './json-schema.ts';
import { className, describeApi, groupMethods, groupsOf, type Group, type Method } from './sdk.ts';

const header = '# Generated from packages/contracts by `npm run docs`. Do not edit.';
/** What every method takes beside the fields of its request. Its fields are in camelCase, so that none is called alike. */
const options = [
  'idempotency_key: Optional[str] = None',
  'client_secret: Optional[str] = None',
  'headers: Optional[Mapping[str, str]] = None',
];
const passedOptions = ['idempotency_key=idempotency_key', 'client_secret=client_secret', 'headers=headers'];

/** `packages/sdk-python/src/mizan/operations.py`: the groups of methods. */
export function pythonOperationsSource(): Promise<string> {
  const { methods, named } = describeApi();
  return Promise.resolve(`${header}
"""One method for each operation of the API, in the groups of its path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional

from .path import path_of
from .transport import Calls, Download, Listing, Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import types


${groupsOf(groupMethods(methods))
  .map((group) => classOf(group, named))
  .join('\n\n')}`);
}

function classOf({ path, methods, groups }: Group, named: ReadonlyMap<string, Json>): string {
  const title = path.length > 0 ? `\`\`mizan.${path.map(snakeCase).join('.')}\`\`` : 'Every operation of the API';
  const parts =
    groups.size > 0
      ? ['    def __init__(self, transport: Transport) -> None:\n        super().__init__(transport)']
      : [];
  const fields = [...groups].map(
    ([name, { path: below }]) => `        self.${snakeCase(name)} = ${className(below)}(transport)`,
  );
  const init = [...parts, ...fields].join('\n');
  const all = [...(init ? [init] : []), ...[...methods].map(([name, method]) => methodOf(name, method, named))];
  return `class ${className(path)}(Calls):
    """${title}."""

${all.join('\n\n')}
`;
}

function methodOf(name: string, { row, types }: Method, named: ReadonlyMap<string, Json>): string {
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const unpacked = types.body ?? types.query;
  const schema = unpacked === undefined ? undefined : named.get(unpacked);
  const isTyped = schema?.['properties'] !== undefined;
  // With a body, what belongs into the query is named one by one.
  const query = types.body && types.query ? fieldsOf(named.get(types.query) ?? {}) : [];
  const signature = [
    'self',
    ...(parameters.length > 0 ? [...parameters.map((parameter) => `${parameter}: str`), '/'] : []),
    '*',
    ...query.map(({ name: field, isRequired }) => (isRequired ? `${field}: str` : `${field}: Optional[str] = None`)),
    ...options,
    ...(unpacked ? [`**fields: ${isTyped ? `Unpack[types.${unpacked}]` : 'Any'}`] : []),
  ];
  const passed = [
    `"${row.method}"`,
    parameters.length > 0
      ? `path_of("${row.path}", ${parameters.map((name) => `${name}=${name}`).join(', ')})`
      : `"${row.path}"`,
    ...(types.query
      ? [`query=${types.body ? `{${query.map(({ name: field }) => `"${field}": ${field}`).join(', ')}}` : 'fields'}`]
      : []),
    ...(types.body ? ['body=fields'] : []),
    ...passedOptions,
  ];
  const response = `types.${types.response}`;
  const [answer, call] = row.downloads
    ? ['Download', 'download']
    : types.item
      ? [`Listing[${response}, types.${types.item}]`, 'list']
      : [response, 'request'];
  const permission = row.permission ? `, permission \`\`${row.permission}\`\`` : '';
  const text = row.description ? `\n\n${wrapped(row.description, '        ')}\n        ` : '';
  return `    def ${snakeCase(name)}(
${signature.map((each) => `        ${each},`).join('\n')}
    ) -> ${answer}:
        """${escaped(row.summary)}. \`\`${row.method} ${row.path}\`\`${permission}.${text}"""
        return self._transport.${call}(
${passed.map((each) => `            ${each},`).join('\n')}
        )`;
}

const fieldsOf = (schema: Json): { name: string; isRequired: boolean }[] => {
  const required = (schema['required'] ?? []) as string[];
  return Object.keys((schema['properties'] ?? {}) as Json).map((name) => ({
    name,
    isRequired: required.includes(name),
  }));
};

/** `packages/sdk-python/src/mizan/types.py`: a TypedDict for every object of the API, for editors and type checkers. */
export function pythonTypesSource(): Promise<string> {
  const { named } = describeApi();
  const declared: string[] = [];
  for (const [name, schema] of named) declareType(name, schema, declared);
  return Promise.resolve(`${header}
"""The types of the API's requests and responses. At run time all of them are plain dicts, lists, numbers and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${literal('ErrorType', errorTypes)}
"""Why a request was refused."""

${literal('ErrorCode', errorCodes)}
"""The stable reason of a refusal."""

${literal('EventType', publicEventTypes)}
"""The types of events that webhook endpoints receive."""

${declared.join('\n\n')}`);
}

const literal = (name: string, values: readonly string[]): string =>
  `${name} = Literal[\n${values.map((value) => `    "${value}",`).join('\n')}\n]`;

/** Appends the declaration of a type, after those of the objects inside it. */
function declareType(name: string, schema: Json, declared: string[]): void {
  const properties = schema['properties'] as Record<string, Json> | undefined;
  if (!properties || schema['type'] !== 'object') {
    // Quoted: an alias is evaluated before what it refers to exists.
    declared.push(`${name} = Union[${typeOf(schema, { name, declared, isQuoted: true })}]\n`);
    return;
  }
  const required = new Set((schema['required'] ?? []) as string[]);
  const fields = Object.entries(properties).map(([field, each]) => {
    const type = typeOf(each, {
      name: `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`,
      declared,
      isQuoted: false,
    });
    return { field, type: required.has(field) ? type : `NotRequired[${type}]`, text: each['description'] };
  });
  const text = schema['description'] ? `    """${escaped(String(schema['description']))}"""\n` : '';
  declared.push(
    fields.some(({ field }) => pythonWords.has(field))
      ? `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(({ field, type }) => `        "${field}": '${type}',`).join('\n')}\n    },\n)\n`
      : `class ${name}(TypedDict):\n${text}${text && fields.length > 0 ? '\n' : ''}${fields.map(fieldOf).join('\n') || (text ? '' : '    pass')}\n`,
  );
}

const fieldOf = ({ field, type, text }: { field: string; type: string; text: unknown }): string =>
  `${typeof text === 'string' ? `${commented(text)}\n` : ''}    ${field}: ${type}`;

interface Place {
  /** The name of a type that has to be declared here. */
  readonly name: string;
  readonly declared: string[];
  readonly isQuoted: boolean;
}

function typeOf(schema: Json, place: Place): string {
  const [, reference] = /\/(\w+)$/.exec(String(schema['$ref'] ?? '')) ?? [];
  if (reference) return place.isQuoted ? `"${reference}"` : reference;
  if ('const' in schema) return schema['const'] === null ? 'None' : `Literal[${valueOf(schema['const'])}]`;
  if (Array.isArray(schema['enum'])) return `Literal[${schema['enum'].map(valueOf).join(', ')}]`;
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices) {
    const names = choices.map((choice, index) =>
      typeOf(choice, { ...place, name: `${place.name}${index > 0 ? index + 1 : ''}` }),
    );
    const distinct = [...new Set(names)];
    return distinct.length === 1 ? String(distinct[0]) : `Union[${distinct.join(', ')}]`;
  }
  const all = schema['allOf'] as Json[] | undefined;
  if (all?.[0]) return all.length === 1 ? typeOf(all[0], place) : 'Dict[str, Any]';
  return typeOfKind(schema, place);
}

function typeOfKind(schema: Json, place: Place): string {
  switch (schema['type']) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `List[${typeOf((schema['items'] ?? {}) as Json, { ...place, name: `${place.name}Item` })}]`;
    case 'object':
      if (schema['properties']) {
        declareType(place.name, schema, place.declared);
        return place.isQuoted ? `"${place.name}"` : place.name;
      }
      return `Dict[str, ${typeof schema['additionalProperties'] === 'object' ? typeOf(schema['additionalProperties'] as Json, { ...place, name: `${place.name}Value` }) : 'Any'}]`;
    default:
      return 'Any';
  }
}

const valueOf = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const pythonWords = new Set([
  'from',
  'class',
  'import',
  'pass',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'if',
  'return',
  'with',
  'as',
]);

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
const commented = (text: string): string => wrapped(text, '    # ').replaceAll(/ +$/gm, '');

/** Lines of at most 120 characters that begin with the indent. */
function wrapped(text: string, indent: string): string {
  const lines = text.split('\n').flatMap((paragraph) => {
    const broken: string[] = [''];
    for (const word of paragraph.split(' ')) {
      const last = broken.at(-1) ?? '';
      if (last && indent.length + last.length + word.length + 1 > 120) broken.push(word);
      else broken[broken.length - 1] = last ? `${last} ${word}` : word;
    }
    return broken;
  });
  return lines
    .map((line) => (indent.includes('#') ? `${indent}${line}` : line && `${indent}${escaped(line)}`))
    .join('\n');
}
