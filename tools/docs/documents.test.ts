import { expect, test } from '@jest/globals';
import { operations, publicEventTypes } from '@mizan/contracts';
import { asyncApiDocument } from './asyncapi.ts';
import { untrueDocuments } from './documents.ts';
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

test('responses stay open, so that adding a field breaks no client', () => {
  const { components } = openApiDocument() as {
    components: { schemas: Record<string, { additionalProperties?: unknown }> };
  };
  const closed = ['Product', 'CheckoutSession', 'PaymentIntent', 'Event'].filter(
    (name) => components.schemas[name]?.additionalProperties === false,
  );
  expect(closed).toEqual([]);
});
