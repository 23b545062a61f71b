import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { createSigningSecret, signatureHeaders, signingKey } from './sign.ts';

const sentAt = new Date();

function randomPayload(): string {
  const text = randomBytes(randomInt(0, 200)).toString('latin1');
  return JSON.stringify({
    id: `evt_${randomInt(1e9)}`,
    text,
    name: 'ميزان €',
    nested: { list: [randomInt(100), null] },
  });
}

const verifies = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('signature', () => {
  test('the published Standard Webhooks library verifies 1,000 random payloads', () => {
    const secret = createSigningSecret();
    for (let i = 0; i < 1_000; i += 1) {
      const body = randomPayload();
      const headers = signatureHeaders({ id: `evt_${i}`, sentAt, body: Buffer.from(body) }, [signingKey(secret)]);
      expect(verifies(secret, body, headers)).toBe(true);
    }
  });

  test('so does the published library of Svix, and neither takes another secret', () => {
    const secret = createSigningSecret();
    const body = randomPayload();
    const headers = { ...signatureHeaders({ id: 'evt_1', sentAt, body }, [signingKey(secret)]) };
    expect(() => void new SvixWebhook(secret).verify(body, headers)).not.toThrow();
    expect(() => void new SvixWebhook(createSigningSecret()).verify(body, headers)).toThrow();
  });

  test('a changed byte, timestamp, id or secret always fails', () => {
    const secret = createSigningSecret();
    for (let i = 0; i < 300; i += 1) {
      const body = randomPayload();
      const headers = signatureHeaders({ id: `evt_${i}`, sentAt, body }, [signingKey(secret)]);
      const at = randomInt(body.length);
      const flipped = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
      const later = String(Number(headers['webhook-timestamp']) + 1);
      expect(verifies(secret, flipped, headers)).toBe(false);
      expect(verifies(secret, body, { ...headers, 'webhook-timestamp': later })).toBe(false);
      expect(verifies(secret, body, { ...headers, 'webhook-id': `evt_${i}x` })).toBe(false);
      expect(verifies(createSigningSecret(), body, headers)).toBe(false);
    }
  });

  test('while a rotated secret overlaps, the old and the new secret verify', () => {
    const newer = createSigningSecret();
    const older = createSigningSecret();
    const both = signatureHeaders({ id: 'evt_1', sentAt, body: '{}' }, [newer, older].map(signingKey));
    expect(verifies(newer, '{}', both)).toBe(true);
    expect(verifies(older, '{}', both)).toBe(true);
    const after = signatureHeaders({ id: 'evt_1', sentAt, body: '{}' }, [signingKey(newer)]);
    expect(verifies(older, '{}', after)).toBe(false);
  });

  test('a secret is whsec_ and the base64 of 32 bytes, never the same twice', () => {
    const secrets = Array.from({ length: 100 }, createSigningSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });

  test('the timestamp is whole seconds of the attempt', () => {
    const key = signingKey(createSigningSecret());
    const headers = signatureHeaders({ id: 'evt_1', sentAt: new Date(1_700_000_000_999), body: '' }, [key]);
    expect(headers['webhook-timestamp']).toBe('1700000000');
  });
});
