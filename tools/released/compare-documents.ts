import type { Json } from '../docs/json-schema.ts';
import { SchemaComparison, type Documents } from './compare-schemas.ts';

/** What today's API breaks for callers and webhook receivers of the released one: one line each. */
export function apiBreaks(before: Json, after: Json): string[] {
  const documents = { before, after };
  return [
    ...Object.entries(recordOf(before['paths'])).flatMap(([path, item]) => pathBreaks(documents, path, item)),
    ...Object.entries(recordOf(before['webhooks'])).flatMap(([type, item]) => webhookBreaks(documents, type, item)),
  ];
}

/** What today's events break for subscribers to the released ones: one line each. */
export function eventBreaks(before: Json, after: Json): string[] {
  const comparison = new SchemaComparison({ before, after }, 'sent');
  const [messages, now] = [at(before, 'components', 'messages'), at(after, 'components', 'messages')];
  return Object.entries(recordOf(before['channels'])).flatMap(([type, channel]) => {
    const channelNow = at(after, 'channels', type);
    if (!channelNow) return [`event ${type}: removed`];
    if (channel['address'] !== channelNow['address'])
      return [`event ${type}: subject renamed from ${String(channel['address'])} to ${String(channelNow['address'])}`];
    return comparison.breaks(`event ${type}`, at(messages, type, 'payload') ?? {}, at(now, type, 'payload') ?? {});
  });
}

/** Browsers open pages by their address: no client calls one by its name. */
const isPage = (operation: Json): boolean => at(operation, 'responses', '200', 'content', 'text/html') !== undefined;

function pathBreaks(documents: Documents, path: string, item: Json): string[] {
  return Object.entries(recordOf(item)).flatMap(([method, before]) => {
    const name = `${method.toUpperCase()} ${path}`;
    const after = at(documents.after, 'paths', path, method);
    if (!after) return [`${name}: operation removed`];
    return [
      ...(before['operationId'] === after['operationId'] || isPage(after)
        ? []
        : [`${name}: renamed from ${String(before['operationId'])} to ${String(after['operationId'])}`]),
      ...(after['x-permission'] && before['x-permission'] !== after['x-permission']
        ? [`${name}: needs the permission ${String(after['x-permission'])} now`]
        : []),
      ...parameterBreaks(documents, name, before, after),
      ...bodyBreaks(documents, name, before, after),
      ...answerBreaks(documents, name, before, after),
    ];
  });
}

function parameterBreaks(documents: Documents, name: string, before: Json, after: Json): string[] {
  const comparison = new SchemaComparison(documents, 'accepted');
  const [was, is] = [parametersOf(documents.before, before), parametersOf(documents.after, after)];
  const found = [...was].flatMap(([key, parameter]) => {
    const now = is.get(key);
    if (!now) return [`${name} ${key}: parameter removed`];
    if (now['required'] === true && parameter['required'] !== true) return [`${name} ${key}: required now`];
    return comparison.breaks(`${name} ${key}`, at(parameter, 'schema') ?? {}, at(now, 'schema') ?? {});
  });
  const added = [...is].filter(([key, now]) => now['required'] === true && !was.has(key));
  return [...found, ...added.map(([key]) => `${name} ${key}: required now`)];
}

/** By place and name; those that documents share are followed. */
function parametersOf(document: Json, operation: Json): Map<string, Json> {
  const listed = (operation['parameters'] ?? []) as Json[];
  return new Map(
    listed.map((each) => {
      const parameter =
        typeof each['$ref'] === 'string' ? (at(document, ...each['$ref'].replace('#/', '').split('/')) ?? {}) : each;
      return [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter];
    }),
  );
}

function bodyBreaks(documents: Documents, name: string, before: Json, after: Json): string[] {
  const [was, is] = [at(before, 'requestBody', 'content'), at(after, 'requestBody', 'content')];
  if (!was) {
    const fields = Object.values(recordOf(is)).flatMap(({ schema }) => neededIn(documents.after, schema as Json));
    return [...new Set(fields)].map((field) => `${name} body.${field}: required now`);
  }
  if (!is) return [`${name}: takes no body now`];
  return contentBreaks(new SchemaComparison(documents, 'accepted'), `${name} body`, was, is);
}

/** Required fields of a body where there was none. */
function neededIn(document: Json, schema: Json): string[] {
  const target =
    typeof schema['$ref'] === 'string' ? at(document, ...schema['$ref'].replace('#/', '').split('/')) : schema;
  return (target?.['required'] ?? []) as string[];
}

/** Of what succeeds; a refusal's body is the same envelope everywhere. */
function answerBreaks(documents: Documents, name: string, before: Json, after: Json): string[] {
  const succeeded = Object.entries(recordOf(before['responses'])).filter(([status]) => status.startsWith('2'));
  return succeeded.flatMap(([status, response]) => {
    const now = at(after, 'responses', status);
    if (!now) return [`${name}: no longer answers ${status}`];
    const comparison = new SchemaComparison(documents, 'sent');
    return contentBreaks(comparison, `${name} answer`, at(response, 'content') ?? {}, at(now, 'content') ?? {});
  });
}

function contentBreaks(comparison: SchemaComparison, name: string, was: Json, is: Json): string[] {
  return Object.entries(recordOf(was)).flatMap(([type, media]) => {
    const now = at(is, type);
    if (!now) return [`${name}: no longer ${type}`];
    return comparison.breaks(name, at(media, 'schema') ?? {}, at(now, 'schema') ?? {});
  });
}

function webhookBreaks(documents: Documents, type: string, item: Json): string[] {
  const schemaOf = (each: Json | undefined) =>
    at(each ?? {}, 'post', 'requestBody', 'content', 'application/json', 'schema');
  const now = schemaOf(at(documents.after, 'webhooks', type));
  if (!now) return [`webhook ${type}: removed`];
  return new SchemaComparison(documents, 'sent').breaks(`webhook ${type}`, schemaOf(item) ?? {}, now);
}

function at(from: Json | undefined, ...keys: string[]): Json | undefined {
  return keys.reduce<Json | undefined>((place, key) => place?.[key] as Json | undefined, from);
}

const recordOf = (value: unknown): Record<string, Json> => (value ?? {}) as Record<string, Json>;
