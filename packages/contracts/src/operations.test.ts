import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import {
  errorsOf,
  defaultMaxBodyBytes,
  longestDeadlineMs,
  serviceNames,
  type Operation,
  commonEchoes,
} from './operation.ts';
import { errorCodes } from './errors.ts';
import { operations } from './operations/index.ts';
import { permissions } from './permissions.ts';
import { problemOf } from './problem-of.test-support.ts';

const rows = Object.entries(operations) as [string, Operation][];

/** The shape of an object schema. */
function shapeOf(schema: z.ZodType | undefined): Record<string, unknown> {
  return schema && 'shape' in schema ? (schema.shape as Record<string, unknown>) : {};
}

test('no two operations share a method and a path', () => {
  const routes = rows.map(([, row]) => `${row.method} ${row.path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});

describe.each(rows)('%s', (_id, row) => {
  test('names a service, a permission and error codes that exist', () => {
    expect(serviceNames).toContain(row.service);
    if (row.permission !== null) expect(permissions).toContain(row.permission);
    expect(row.errors.filter((code) => !errorCodes.includes(code))).toEqual([]);
    expect(errorsOf(row)).toContain('internal_error');
  });

  test('has a body unless it reads, and 404 when its path names a record', () => {
    if (row.method === 'GET') expect(row.body).toBeUndefined();
    if (row.path.includes('{')) expect(row.errors).toContain('resource_missing');
  });

  test('drops only fields of its resource that the body cannot write', () => {
    const known = [...commonEchoes, ...Object.keys(shapeOf(row.response))];
    const echoes = row.echoes ?? [];
    expect(echoes.filter((name) => !known.includes(name))).toEqual([]);
    expect(echoes.filter((name) => name in shapeOf(row.body))).toEqual([]);
  });

  test('refuses parameters that it does not know, but those that providers add, or apps in which a buyer opens a checkout', () => {
    if (row.path.startsWith('/providers/') || row.path === '/c/{id}') return;
    const unknown = { unknownParameter: 1 };
    for (const schema of [row.body, row.query]) {
      if (!schema) continue;
      const result = schema.safeParse(unknown);
      const codes = result.success ? [] : result.error.issues.map((issue) => issue.code);
      expect(codes).toContain('unrecognized_keys');
    }
  });
});

test('browser operations receive the client secret and nothing a key would give', () => {
  const client = rows.filter(([, row]) => row.audience === 'client');
  expect(client.map(([, row]) => [row.path.startsWith('/client/'), row.permission, row.forward])).toEqual(
    client.map(() => [true, null, ['client-secret']]),
  );
});

test('what talks to a provider has 25 seconds', () => {
  expect(operations.confirmHostedCheckout.deadlineMs).toBe(25_000);
  expect(operations.createRefund.deadlineMs).toBe(25_000);
});

test('no operation declares more time than the gateway waits', () => {
  expect(rows.filter(([, { deadlineMs = 0 }]) => deadlineMs > longestDeadlineMs).map(([id]) => id)).toEqual([]);
});

test('only an upload may be larger than 256 KiB, and what takes bytes parses none', () => {
  const raised = rows.filter(([, row]) => (row.maxBodyBytes ?? defaultMaxBodyBytes) > defaultMaxBodyBytes);
  expect(raised.map(([id]) => id)).toEqual(['uploadFile']);
  expect(rows.filter(([, row]) => row.accepts && row.body)).toEqual([]);
});

test('POST /prices takes the product in the query', () => {
  expect(problemOf(operations.createPrice.query, {}, 'query')).toMatchObject({
    code: 'parameter_invalid',
    param: 'productId',
  });
  expect(problemOf(operations.createPrice.query, { productId: '' }, 'query')?.code).toBe('parameter_invalid');
});

test('every operation with a body has an example, and no other', () => {
  expect(rows.filter(([, { body, example }]) => Boolean(body) !== Boolean(example)).map(([id]) => id)).toEqual([]);
});

test.each(rows.filter(([, { example }]) => example))('the example of %s is accepted by its schema', (_, row) => {
  expect(row.body && problemOf(row.body, row.example)).toBeUndefined();
});
