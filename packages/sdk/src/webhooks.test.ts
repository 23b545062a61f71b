import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signWebhook, verifyWebhook, type WebhookHeaders } from './webhooks.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'refund.created', text: 'ميزان €', data: { object: { amount: 1 } } });
const headers = signWebhook(body, secret, 'evt_1');
const reasonFor = (given: unknown, withHeaders: WebhookHeaders = headers, withSecret = secret): string | undefined => {
  try {
    verifyWebhook(given as string, withHeaders, withSecret);
    return undefined;
  } catch (thrown) {
    return (thrown as { reason: string }).reason;
  }
};

test('a genuine delivery is the typed event, whatever form its headers have', () => {
  const event = verifyWebhook(body, headers, secret);
  expect(event.type === 'refund.created' && event.data.object.amount).toBe(1);
  expect(reasonFor(new TextEncoder().encode(body))).toBeUndefined();
  expect(reasonFor(new TextEncoder().encode(body).buffer)).toBeUndefined();
  expect(reasonFor(body, new Headers(headers))).toBeUndefined();
  const express = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  expect(reasonFor(body, express)).toBeUndefined();
});

test('either signature of a rotated secret will do', () => {
  const old = signWebhook(body, `whsec_${randomBytes(32).toString('base64')}`, 'evt_1')['webhook-signature'];
  expect(
    reasonFor(body, { ...headers, 'webhook-signature': `${old} ${headers['webhook-signature']}` }),
  ).toBeUndefined();
});

test('what it signs for tests, the published Standard Webhooks library verifies', () => {
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
});

describe('a refusal says which check failed', () => {
  test('body_parsed: an object instead of bytes', () => {
    expect(reasonFor(JSON.parse(body))).toBe('body_parsed');
    expect(reasonFor(undefined)).toBe('body_parsed');
    expect(() => verifyWebhook(undefined as never, headers, secret)).toThrow('The body is undefined: nothing has read');
  });
  test('body_reserialized: parsed and serialized again', () => {
    expect(reasonFor(JSON.stringify(JSON.parse(body), null, 2))).toBe('body_reserialized');
  });
  test('wrong_key_type: an API key, or anything else that is no endpoint secret', () => {
    expect(reasonFor(body, headers, 'mz_sk_test_abc')).toBe('wrong_key_type');
    expect(reasonFor(body, headers, 'sk_test_abc')).toBe('wrong_key_type');
    for (const [unset, found] of [
      ['', 'empty'],
      [undefined, 'undefined'],
      [null, 'null'],
      [Buffer.from(secret), 'of type object'],
    ] as const)
      expect(() => verifyWebhook(body, headers, unset as unknown as string)).toThrow(
        `The secret is ${found}: pass that of the webhook endpoint, whsec_….`,
      );
  });
  test.each(['whsec_…', 'whsec_a', 'whsec_*', 'whsec_ ', 'whsec_=', 'whsec_YWJj'])(
    'wrong_key_type: %j is damaged, and a signature with what is left of it is refused',
    (damaged) => {
      const key = Buffer.from(damaged.slice('whsec_'.length), 'base64');
      const { 'webhook-timestamp': timestamp } = headers;
      const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
      const forged = { ...headers, 'webhook-signature': `v1,${signature}` };
      expect(reasonFor(body, forged, damaged)).toBe('wrong_key_type');
    },
  );
  test('clock_skew: signed more than five minutes ago or ahead', () => {
    for (const seconds of [-310, 310]) {
      const at = new Date(Date.now() + seconds * 1_000);
      expect(reasonFor(body, signWebhook(body, secret, 'evt_1', at))).toBe('clock_skew');
    }
    expect(reasonFor(body, { ...headers, 'webhook-timestamp': 'soon' })).toBe('wrong_secret');
  });
  test('wrong_secret: of another endpoint, or a changed body', () => {
    expect(reasonFor(body, headers, `whsec_${randomBytes(32).toString('base64')}`)).toBe('wrong_secret');
    expect(reasonFor(body.replace('1}', '2}'))).toBe('wrong_secret');
  });
  test('header_missing', () => {
    expect(reasonFor(body, {})).toBe('header_missing');
    expect(reasonFor(body, new Headers())).toBe('header_missing');
    expect(reasonFor(body, null as never)).toBe('header_missing');
  });
});
