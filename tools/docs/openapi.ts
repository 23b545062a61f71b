import {
  apiVersions,
  currentApiVersion,
  ErrorEnvelope,
  errors,
  errorsOf,
  Event,
  events,
  operations,
  publicEventTypes,
  type ErrorCode,
  type Operation,
} from '@mizan/contracts';
import type { z } from 'zod';
import { toSchemaSet, type Json, type SchemaSet } from './json-schema.ts';

const rows = Object.entries(operations) as [string, Operation][];

/** The OpenAPI 3.1 document of every operation and every webhook. */
export function openApiDocument(): Json {
  const set = apiSchemas();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mizan API',
      version: currentApiVersion,
      summary: 'Sell products and accept payments.',
      description:
        'Amounts are integers in the smallest unit of their currency (piastres, cents, fils). Timestamps are ISO 8601 in UTC. Field names are camelCase. Lists are newest first: send the `nextCursor` of a page as `cursor` to get the next one.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    tags: [...new Set(rows.map(([, row]) => tagOf(row)))].map((name) => ({ name })),
    paths: pathsOf(set),
    webhooks: webhooksOf(set),
    components: { securitySchemes, parameters, headers, schemas: set.components },
  };
}

/** Every schema of the API: `<operation>.query`, `.body` and `.response`, `<event>.object`. */
export const apiSchemas = (): SchemaSet => toSchemaSet(roots());

function roots(): Record<string, z.ZodType> {
  const named: Record<string, z.ZodType> = { ErrorEnvelope, Event };
  for (const [id, row] of rows) {
    named[`${id}.response`] = row.response;
    if (row.body) named[`${id}.body`] = row.body;
    if (row.query) named[`${id}.query`] = row.query;
  }
  for (const type of publicEventTypes) named[`${type}.object`] = events[type].object;
  return named;
}

function pathsOf(set: SchemaSet): Json {
  const paths: Record<string, Json> = {};
  for (const [id, row] of rows)
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(id, row, set) };
  return paths;
}

function operationOf(id: string, row: Operation, set: SchemaSet): Json {
  const body = set.schemas[`${id}.body`];
  return {
    operationId: id,
    tags: [tagOf(row)],
    summary: row.summary,
    ...(row.description ? { description: row.description } : {}),
    ...(row.permission ? { 'x-permission': row.permission } : {}),
    security: securityOf(row),
    parameters: [...pathParameters(row), ...queryParameters(set.schemas[`${id}.query`]), ...headerParameters(row)],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [bodyTypeOf(row)]: { schema: body, ...(row.example ? { example: row.example } : {}) } },
          },
        }
      : {}),
    ...(row.accepts ? { requestBody: { required: true, content: bytesOf(row.accepts) } } : {}),
    responses: { [row.status]: successOf(id, row, set), ...failuresOf(row, set) },
  };
}

const tagOf = (row: Operation) =>
  row.audience === 'page'
    ? 'pages'
    : row.audience === 'client' || row.audience === 'operator'
      ? row.audience
      : row.service;
const bodyTypeOf = (row: Operation) =>
  row.audience === 'page' ? 'application/x-www-form-urlencoded' : 'application/json';

/** Bodies that are files. */
const bytesOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

function securityOf(row: Operation): Json[] {
  if (row.audience === 'merchant' || row.audience === 'test') return [{ apiKey: [] }];
  if (row.audience === 'client') return [{ clientSecret: [] }, { clientSecret: [], apiKey: [] }];
  if (row.audience === 'operator') return [{ operatorToken: [] }];
  return [];
}

const pathParameters = (row: Operation): Json[] =>
  [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters(query: Json | undefined): Json[] {
  const required = (query?.required ?? []) as string[];
  return Object.entries((query?.properties ?? {}) as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description ? { description } : {}),
      schema,
    }),
  );
}

function headerParameters(row: Operation): Json[] {
  if (row.audience === 'page' || row.audience === 'public') return [];
  const names = row.method === 'GET' ? ['ApiVersion'] : ['IdempotencyKey', 'ApiVersion'];
  const known = names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  return row.streams ? [...known, { $ref: '#/components/parameters/LastEventId' }] : known;
}

function successOf(id: string, row: Operation, set: SchemaSet): Json {
  const page = /\/(assets|files)\//.test(row.path) ? '*/*' : 'text/html';
  const type = row.streams ? 'text/event-stream' : row.audience === 'page' ? page : 'application/json';
  return {
    description: row.summary,
    headers: headerRefs('RequestId', ...replayHeaders(row)),
    content: { [type]: { schema: set.schemas[`${id}.response`] } },
  };
}

/** One answer per status, naming the codes that come with it. */
function failuresOf(row: Operation, set: SchemaSet): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(row)) {
    for (const status of [errors[code].status, ...(errors[code].otherStatuses ?? [])]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
  }
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(statuses.map(([status, codes]) => [status, failureOf(row, status, codes, set)]));
}

function failureOf(row: Operation, status: number, codes: readonly ErrorCode[], set: SchemaSet): Json {
  const meanings = codes.map((code) => `- \`${code}\`: ${errors[code].meaning}`);
  return {
    description: meanings.join('\n'),
    headers: headerRefs(
      'RequestId',
      ...(keptRefusals.includes(status) ? replayHeaders(row) : []),
      ...(status === 429 || status === 503 ? ['RetryAfter'] : []),
    ),
    content: { 'application/json': { schema: set.schemas.ErrorEnvelope } },
    'x-error-codes': codes,
  };
}

/** Statuses of the refusals that are kept for their key. */
const keptRefusals = [400, 402, 404, 409];
const replayHeaders = ({ method }: Operation): string[] =>
  method === 'GET' ? [] : ['IdempotentReplayed', 'OriginalRequestId'];

const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(
    names.map((name) => [name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-'), { $ref: `#/components/headers/${name}` }]),
  );

/** What an endpoint receives for each event type. */
function webhooksOf(set: SchemaSet): Json {
  return Object.fromEntries(
    publicEventTypes.map((type) => {
      const data = { type: 'object', properties: { object: set.schemas[`${type}.object`] } };
      const schema = { allOf: [set.schemas.Event, { type: 'object', properties: { type: { const: type }, data } }] };
      const post = {
        summary: events[type].description,
        requestBody: { content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'The event was received. Any other response is retried.' } },
      };
      return [type, { post }];
    }),
  );
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret or restricted key: `Authorization: Bearer mz_sk_…`.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the operator of the platform (`MIZAN_OPERATOR_TOKEN`).',
  },
  clientSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'Client-Secret',
    description: 'The `clientSecret` of the object, for browsers. You can also send a publishable key.',
  },
};

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key that makes the request safe to retry. A repeated request with the same key returns the first response, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The last `id` that you received. Takes precedence over `after`.',
    schema: { type: 'string' },
  },
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    description: 'The API version of the request. Defaults to the version that the key is pinned to.',
    schema: { type: 'string', enum: apiVersions },
  },
};

const headers = {
  RequestId: { description: 'ID of the request: `req_…`.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '`true` if this is the stored response to an earlier request with the same idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
  OriginalRequestId: {
    description: 'For a stored response, the `Request-Id` of the original request.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before you retry.', schema: { type: 'integer' } },
};
