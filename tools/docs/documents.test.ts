import { expect, test } from '@jest/globals';
import { operations, publicEventTypes } from '@mizan/contracts';
import { asyncApiDocument } from './asyncapi.ts';
import { isDescribed } from './describe-properties.ts';
import { untrueDocuments } from './documents.ts';
import type { Json } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';

test('the checked-in documents say what the contracts say', async () => {
  expect(await untrueDocuments()).toEqual([]); // `npm run check` also looks at how they are laid out
});

test.each([
  ['openapi.json', openApiDocument()],
  ['asyncapi.json', asyncApiDocument()],
])('every reference in %s leads somewhere', (_name, document) => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
  const dangling = references.filter((path) => {
    const target = path
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    return target === undefined;
  });
  expect(references.length).toBeGreaterThan(100);
  expect(dangling).toEqual([]);
});

test('openapi.json has every operation and every webhook', () => {
  const text = JSON.stringify(openApiDocument());
  expect(Object.keys(operations).filter((id) => !text.includes(`"operationId":"${id}"`))).toEqual([]);
  expect(Object.keys((openApiDocument() as { webhooks: object }).webhooks)).toEqual(publicEventTypes);
});

test('every property and every parameter is described', () => {
  const { components, paths } = openApiDocument() as {
    components: { schemas: Record<string, Json> };
    paths: Record<string, Record<string, { parameters?: Json[] }>>;
  };
  const undescribed: string[] = [];
  let seen = 0;
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'properties')
        for (const [name, schema] of Object.entries(inner as Record<string, Json>)) {
          seen += 1;
          if (!isDescribed(schema, components.schemas)) undescribed.push(`${at}.${name}`);
        }
      visit(inner, `${at}.${key}`);
    }
  };
  visit(components.schemas, '');
  visit(paths, '');
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [] }] of Object.entries(methods))
      for (const parameter of parameters)
        if (!parameter['$ref'] && !parameter['description'])
          undescribed.push(`${method} ${path} ${String(parameter['name'])}`);
  expect(seen).toBeGreaterThan(1_500);
  expect(undescribed).toEqual([]);
});

test('responses stay open, so that adding a field breaks no client', () => {
  const { components } = openApiDocument() as {
    components: { schemas: Record<string, { additionalProperties?: unknown }> };
  };
  const closed = ['Product', 'CheckoutSession', 'PaymentIntent', 'Event'].filter(
    (name) => components.schemas[name]?.additionalProperties === false,
  );
  expect(closed).toEqual([]);
});
