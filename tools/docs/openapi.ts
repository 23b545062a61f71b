import {
  apiVersions,
  currentApiVersion,
  ErrorEnvelope,
  errors,
  errorsOf,
  Event,
  events,
  exampleIdOf,
  nounOfParameter,
  operations,
  prefixOfNoun,
  publicEventTypes,
  type ErrorCode,
  type Operation,
  ignoredFields,
} from '@mizan/contracts';
import type { z } from 'zod';
import { toSchemaSet, type Json, type SchemaSet } from './json-schema.ts';
import { tagDescriptions, tagOf } from './tags.ts';
import { withDescribedDefaults } from './describe-defaults.ts';

const rows = Object.entries(operations) as [string, Operation][];

/** The OpenAPI 3.1 document of every operation and every webhook. */
export function openApiDocument(): Json {
  const set = withDescribedDefaults(apiSchemas());
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mizan API',
      version: currentApiVersion,
      summary: 'Sell products and accept payments.',
      description: `Amounts are integers in the smallest unit of their currency (piastres, cents, fils). Timestamps are ISO 8601 in UTC. Field names are camelCase. Lists are newest first: send the \`nextCursor\` of a page as \`cursor\` to get the next one. IDs in examples, such as \`${exampleIdOf('pi')}\`, stand for your own records.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this platform' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    tags: [...tagDescriptions, webhookTag],
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

/** Says also which fields are ignored: a client that sends one of them by mistake would not notice. */
function describe({ description, echoes }: Operation): Json {
  const ignored =
    echoes &&
    `Ignores the fields that only the platform sets, so that you can send back what you have read: ${ignoredFields(echoes)}.`;
  const sentences = [description, ignored].filter((each) => each !== undefined);
  return sentences.length > 0 ? { description: sentences.join('\n\n') } : {};
}

function operationOf(id: string, row: Operation, set: SchemaSet): Json {
  const body = set.schemas[`${id}.body`];
  return {
    operationId: id,
    tags: [tagOf(row)],
    summary: row.summary,
    ...describe(row),
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
    description: describePathParameter(name ?? '', row.path),
    schema: { type: 'string' },
  }));

/** What path parameters are that are no ids. */
const pathParameterNotes: Readonly<Record<string, string>> = {
  name: 'Name of the file or guide.',
  token: 'The secret part of the address.',
  slug: 'The part of the address that names the payment link.',
  provider: 'Payment provider.',
  currency: 'Three-letter ISO 4217 currency code.',
};

function describePathParameter(name: string, path: string): string {
  const note = pathParameterNotes[name];
  if (note !== undefined) return note;
  if (path.startsWith('/operator/payout-exports'))
    return 'Your own ID of the export: a repeated request returns the same file.';
  if (path.startsWith('/c/') || path.startsWith('/client/checkout/'))
    return 'ID of the checkout session, or the slug of a payment link.';
  const noun = nounOfParameter(name, path);
  if (noun === undefined) throw new Error(`bug: nothing says what ${name} of ${path} is`);
  return `ID of the ${noun}: \`${prefixOfNoun(noun) ?? ''}…\`.`;
}

/** What query parameters mean whose schema does not say it. */
const queryParameterNotes: Readonly<Record<string, string>> = {
  interval: 'Length of each row of the series.',
  locale: 'Language of the page.',
  base: 'Returns only rates from this currency.',
  quote: 'Returns only rates to this currency.',
};

function queryParameters(query: Json | undefined): Json[] {
  const required = (query?.required ?? []) as string[];
  return Object.entries((query?.properties ?? {}) as Record<string, Json>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      description: description ?? queryParameterNotes[name] ?? `Returns only rows with this \`${name}\`.`,
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

function pageType({ path }: Operation): string {
  if (path.endsWith('.js')) return 'text/javascript';
  return /\/(assets|files)\//.test(path) ? '*/*' : 'text/html';
}

function successOf(id: string, row: Operation, set: SchemaSet): Json {
  const type =
    row.downloads ?? (row.streams ? 'text/event-stream' : row.audience === 'page' ? pageType(row) : 'application/json');
  return {
    description: row.summary,
    headers: headerRefs('RequestId', ...limitHeaders(row), ...replayHeaders(row)),
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
      ...(status === 429 ? [...limitHeaders(row), 'RateLimitReason'] : []),
    ),
    content: {
      'application/json': { schema: set.schemas.ErrorEnvelope },
      ...(status === 404 && row.audience === 'page' && { 'text/html': { schema: { type: 'string' } } }),
    },
    'x-error-codes': codes,
  };
}

/** Statuses of the refusals that are kept for their key. */
const keptRefusals = [400, 402, 404, 409];
const replayHeaders = ({ method }: Operation): string[] =>
  method === 'GET' ? [] : ['IdempotentReplayed', 'OriginalRequestId'];

/** What every counted response carries; the operator's requests are not counted. */
const limitHeaders = ({ audience }: Operation): string[] =>
  audience === 'operator' ? [] : ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset', 'RateLimitPolicy'];

const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [headerNameOf(name), { $ref: `#/components/headers/${name}` }]));

/** `RequestId` as `Request-Id`, but `RateLimitReset` as `RateLimit-Reset`. */
const headerNameOf = (name: string): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').replace('Rate-Limit-', 'RateLimit-');

const webhookTag = {
  name: 'Webhook events',
  description: 'What your webhook endpoints receive. Each request carries one event and a Standard Webhooks signature.',
};

/** What an endpoint receives for each event type. */
function webhooksOf(set: SchemaSet): Json {
  return Object.fromEntries(
    publicEventTypes.map((type) => {
      const data = { type: 'object', properties: { object: set.schemas[`${type}.object`] } };
      const schema = { allOf: [set.schemas.Event, { type: 'object', properties: { type: { const: type }, data } }] };
      const post = {
        operationId: `receive${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
        tags: [webhookTag.name],
        summary: events[type].description,
        description: `Sent as \`POST\` to every webhook endpoint that is subscribed to \`${type}\`. Verify the signature over the raw body before you trust it. Delivery is at least once: ignore an event whose \`id\` you have already handled.`,
        security: [],
        parameters: webhookHeaders,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'The event was received. Any other response is retried.' } },
      };
      return [type, { post }];
    }),
  );
}

/** The headers of [Standard Webhooks](https://www.standardwebhooks.com). */
const webhookHeaders = Object.entries({
  'webhook-id': 'ID of the event, `evt_…`. The same for every attempt to deliver it.',
  'webhook-timestamp':
    'When this attempt was sent, in whole seconds since 1970. Reject a request that is older than 5 minutes.',
  'webhook-signature':
    'One or more signatures separated by blanks, each `v1,` and the Base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the endpoint. Accept the request if any of them matches.',
}).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

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
  RetryAfter: { description: 'Seconds to wait before you retry.', schema: { type: 'integer', format: 'int32' } },
  RateLimitLimit: {
    description: 'Requests that you can make at once before you are slowed down.',
    schema: { type: 'integer', format: 'int32' },
  },
  RateLimitRemaining: {
    description: 'Requests that you can still make at once.',
    schema: { type: 'integer', format: 'int32' },
  },
  RateLimitReset: {
    description: 'Seconds until `RateLimit-Remaining` is back at `RateLimit-Limit`.',
    schema: { type: 'integer', format: 'int32' },
  },
  RateLimitPolicy: {
    description: 'Sustained requests in a window of `w` seconds, for example `25;w=1`.',
    schema: { type: 'string' },
  },
  RateLimitReason: { description: 'Which limit was exceeded.', schema: { type: 'string' } },
};
