import { describe, expect, test } from '@jest/globals';
import { asyncApiDocument } from '../docs/asyncapi.ts';
import type { Json } from '../docs/json-schema.ts';
import { openApiDocument } from '../docs/openapi.ts';
import { apiBreaks, eventBreaks } from './compare-documents.ts';

const [api, events] = [openApiDocument(), asyncApiDocument()].map((document) => JSON.stringify(document)) as [
  string,
  string,
];

/** What can be reached in a document by keys. */
interface Place {
  [key: string]: Place;
}

/** The document after a change of it. */
function changed(text: string, change: (document: Place) => void): Json {
  const document = JSON.parse(text) as Json;
  change(document as unknown as Place);
  return document;
}

const schema = (document: Place, name: string): Place => document['components']!['schemas']![name]!;
const operation = (document: Place, method: string, path: string): Place => document['paths']![path]![method]!;
const set = (place: Place, key: string, value: unknown) => Object.assign(place, { [key]: value });
const without = (place: Place, key: string, value: string) =>
  set(
    place,
    key,
    (place[key] as unknown as string[]).filter((each) => each !== value),
  );

test('documents break nothing that they say themselves', () => {
  expect(apiBreaks(JSON.parse(api) as Json, JSON.parse(api) as Json)).toEqual([]);
  expect(eventBreaks(JSON.parse(events) as Json, JSON.parse(events) as Json)).toEqual([]);
});

describe('one line reports to subscribers', () => {
  test.each<[string, (document: Place) => void, RegExp]>([
    ['a removed event', (d) => delete d['channels']!['refund.failed'], /^event refund\.failed: removed$/],
    [
      'a renamed subject',
      (d) => set(d['channels']!['refund.failed']!, 'address', 'events.v2.{mode}.{merchantId}.refund.failed'),
      /^event refund\.failed: subject renamed from events\.v1\.\S+ to events\.v2\.\S+$/,
    ],
    [
      'a removed field',
      (d) => delete schema(d, 'EventPaymentIntent')['properties']!['amountReceived'],
      /^EventPaymentIntent\.amountReceived: field removed$/,
    ],
    [
      'a field that may be absent now',
      (d) => without(schema(d, 'Refund'), 'required', 'amount'),
      /^Refund\.amount: may be absent now$/,
    ],
    [
      'a field of the envelope that is gone',
      (d) => delete schema(d, 'CloudEvent')['properties']!['traceparent'],
      /^event [\w.]+\.traceparent: field removed$/,
    ],
    ['a narrowed enum', (d) => without(schema(d, 'Currency'), 'enum', 'LYD'), /^Currency: no longer "LYD"$/],
    [
      'a changed type',
      (d) => set(schema(d, 'Refund')['properties']!, 'amount', { type: 'string' }),
      /^Refund\.amount: type changed from integer to string$/,
    ],
    [
      'a field that can be null now',
      (d) => set(schema(d, 'Refund')['properties']!, 'amount', { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
      /^Refund\.amount: can now be null$/,
    ],
  ])('%s', (_what, change, line) => {
    const found = [...new Set(eventBreaks(JSON.parse(events) as Json, changed(events, change)))];
    const lines = new Set(found.map((each) => each.replace(/^event [\w.]+\.traceparent/, 'event x.traceparent')));
    expect([...lines]).toHaveLength(1);
    expect(found[0]).toMatch(line);
  });
});

test('a page may be renamed: browsers open it by its address', () => {
  const before = JSON.parse(api) as Json;
  const after = changed(api, (d) => set(operation(d, 'get', '/docs'), 'operationId', 'showManual'));
  expect(apiBreaks(before, after)).toEqual([]);
});

describe('one line reports to callers', () => {
  test.each<[string, (document: Place) => void, RegExp]>([
    ['a removed operation', (d) => delete d['paths']!['/refunds']!['post'], /^POST \/refunds: operation removed$/],
    [
      'a renamed one',
      (d) => set(operation(d, 'post', '/refunds'), 'operationId', 'refund'),
      /^POST \/refunds: renamed from createRefund to refund$/,
    ],
    [
      'another permission',
      (d) => set(operation(d, 'get', '/refunds'), 'x-permission', 'BALANCE_READ'),
      /^GET \/refunds: needs the permission BALANCE_READ now$/,
    ],
    [
      'a removed field of a request',
      (d) => delete schema(d, 'CreateRefund')['properties']!['amount'],
      /^CreateRefund\.amount: field removed$/,
    ],
    [
      'a newly required field of a request',
      (d) => set(schema(d, 'CreateRefund'), 'required', ['reason']),
      /^CreateRefund\.reason: required now$/,
    ],
    [
      'a lower limit',
      (d) => set(schema(d, 'CreateCoupon')['properties']!, 'name', { type: 'string', maxLength: 1 }),
      /^CreateCoupon\.name: (null is refused now|maxLength is 1 now, was \d+)$/,
    ],
    [
      'a removed parameter',
      (d) => set(operation(d, 'get', '/refunds'), 'parameters', []),
      /^GET \/refunds .+: parameter removed$/,
    ],
    [
      'another status',
      (d) => {
        const { responses } = operation(d, 'post', '/refunds');
        set(responses!, '202', responses!['201']);
        delete responses!['201'];
      },
      /^POST \/refunds: no longer answers 201$/,
    ],
    [
      'a removed field of an answer',
      (d) => delete schema(d, 'Refund')['properties']!['status'],
      /^Refund\.status: field removed$/,
    ],
    [
      'a webhook that is no longer sent',
      (d) => delete d['webhooks']!['refund.failed'],
      /^webhook refund\.failed: removed$/,
    ],
  ])('%s', (what, change, line) => {
    const found = [...new Set(apiBreaks(JSON.parse(api) as Json, changed(api, change)))];
    if (what !== 'a removed parameter') expect(found).toHaveLength(1);
    expect(found[0]).toMatch(line);
  });
});

test('additions break nothing', () => {
  const more = changed(api, (d) => {
    set(schema(d, 'Refund')['properties']!, 'note', { type: 'string' });
    set(schema(d, 'CreateRefund')['properties']!, 'note', { type: 'string' });
    (schema(d, 'Currency')['enum'] as unknown as string[]).push('MAD');
    set(d['paths']!, '/notes', { get: { operationId: 'listNotes', responses: { 200: {} } } });
    set(d['webhooks']!, 'note.created', { post: {} });
  });
  expect(apiBreaks(JSON.parse(api) as Json, more)).toEqual([]);
  const moreEvents = changed(events, (d) => {
    set(schema(d, 'Refund')['properties']!, 'note', { type: 'string' });
    set(d['channels']!, 'note.created', { address: 'events.v1.{mode}.{merchantId}.note.created' });
  });
  expect(eventBreaks(JSON.parse(events) as Json, moreEvents)).toEqual([]);
});
