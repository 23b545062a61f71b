import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { CreateWebhookEndpoint } from './requests/webhook-endpoint-input.ts';
import { imageUrl, webUrl } from './primitives.ts';
import { problemOf } from './problem-of.test-support.ts';

const kinds = [
  ['an address of a page', z.strictObject({ url: webUrl })],
  ['an address of a picture', z.strictObject({ url: imageUrl })],
  ['an address of a webhook endpoint', CreateWebhookEndpoint.pick({ url: true })],
] as const;

describe.each(kinds)('%s', (_kind, schema) => {
  test.each([
    ['https://shop.example/شكرا', 'https://shop.example/%D8%B4%D9%83%D8%B1%D8%A7'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://متجر.example/a b?q=é#ü', 'https://xn--pgbep1f.example/a%20b?q=%C3%A9#%C3%BC'],
    [
      'https://shop.example/thanks?id={CHECKOUT_SESSION_ID}#end',
      'https://shop.example/thanks?id={CHECKOUT_SESSION_ID}#end',
    ],
  ])('%s is stored as %s', (given, stored) => {
    expect(schema.parse({ url: given }).url).toBe(stored);
  });

  test.each([
    'https://bank.example@evil.example/',
    'https://:secret@shop.example/',
    ' https://shop.example/',
    'https://shop.example/\u00a0',
    'https://shop.example/a\tb',
    'https://shop.example/a\r\nSet-Cookie: a=b',
    'https://shop.example/\u0085',
    'ftp://shop.example/',
    'shop.example',
    `https://shop.example/${'ش'.repeat(350)}`,
  ])('400 parameter_invalid for %j', (url) => {
    expect(problemOf(schema, { url })).toMatchObject({ code: 'parameter_invalid', param: 'url' });
  });
});

test.each([
  ['shop.example/cart', 'url must be a full URL, such as https://shop.example/cart.'],
  [
    'http://192.168.1.5:3000/cart',
    'url must use https, or http://localhost in test mode, such as https://shop.example/cart.',
  ],
  ['http://localhost:3000/cart', undefined],
])('%s as an address of a page: %s', (url, message) =>
  expect(problemOf(z.strictObject({ url: webUrl }), { url })?.message).toBe(message),
);
