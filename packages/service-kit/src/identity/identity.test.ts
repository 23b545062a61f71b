import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { ServiceName } from '@mizan/contracts';
import { SignJWT } from 'jose';
import { deriveServiceEnv, privateKeyFromSeed } from '../secrets.ts';
import { IdentityMinter, IdentityVerifier, type IdentityClaims } from './identity.ts';

const root = 'a root secret for these tests only';
const seedOf = (service: ServiceName, from = root) =>
  deriveServiceEnv(from, service)['MIZAN_IDENTITY_PRIVATE_KEY'] ?? '';
const publicKeys = JSON.parse(deriveServiceEnv(root, 'catalog')['MIZAN_IDENTITY_PUBLIC_KEYS'] ?? '{}') as Record<
  string,
  string
>;
const verifierOf = (audience: ServiceName = 'catalog') => new IdentityVerifier(audience, publicKeys);

const merchant: IdentityClaims = {
  kind: 'merchant',
  scope: { merchantId: 'acct_1', livemode: true },
  keyId: 'key_1',
  keyType: 'RESTRICTED',
  permissions: ['PRODUCT_READ'],
  apiVersion: '2026-01-01',
};
const mint = (claims = merchant, issuer: ServiceName = 'gateway', from = root) =>
  new IdentityMinter(issuer, seedOf(issuer, from)).mint('catalog', '', () => claims);

/** A token that the gateway signed, but not as it would. */
const sign = (
  change: (token: SignJWT) => SignJWT,
  claims: Record<string, unknown> = { kind: 'merchant', mid: 'acct_1', live: false, perms: [] },
) =>
  change(
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('gateway')
      .setAudience('catalog')
      .setIssuedAt()
      .setExpirationTime('25s'),
  ).sign(privateKeyFromSeed(seedOf('gateway')));

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1000);
const payload = () => ({
  kind: 'merchant',
  mid: 'acct_1',
  live: false,
  iss: 'gateway',
  aud: 'catalog',
  iat: nowSeconds(),
  exp: nowSeconds() + 25,
});

afterEach(() => void jest.useRealTimers());

test('what the gateway signs is what the service reads', async () => {
  expect(await verifierOf().verify(await mint())).toEqual({ ...merchant, issuer: 'gateway' });
  const buyer: IdentityClaims = {
    kind: 'client',
    scope: undefined,
    keyId: undefined,
    keyType: undefined,
    permissions: [],
    apiVersion: undefined,
  };
  expect(await verifierOf().verify(await mint(buyer))).toEqual({ ...buyer, issuer: 'gateway' });
});

describe('401 authentication_required for', () => {
  const forgeries: Record<string, () => Promise<string | undefined>> = {
    'no identity': () => Promise.resolve(undefined),
    'an empty one': () => Promise.resolve(''),
    'text that is no token': () => Promise.resolve('acct_1'),
    'claims changed after signing': async () => {
      const [head, , signature] = (await mint()).split('.');
      return [head, encode({ ...payload(), mid: 'acct_2' }), signature].join('.');
    },
    'a signature cut off': async () => (await mint()).split('.').slice(0, 2).join('.'),
    'alg none': async () => `${encode({ alg: 'none' })}.${encode(payload())}.`,
    'alg none with a signature': async () =>
      `${encode({ alg: 'none' })}.${encode(payload())}.${(await mint()).split('.')[2]}`,
    'an HMAC keyed with the public key': () => {
      const unsigned = `${encode({ alg: 'HS256' })}.${encode(payload())}`;
      const mac = createHmac('sha256', Buffer.from(publicKeys['gateway'] ?? '', 'base64'))
        .update(unsigned)
        .digest('base64url');
      return Promise.resolve(`${unsigned}.${mac}`);
    },
    'a key of another installation': () => mint(merchant, 'gateway', 'another root secret'),
    'an unknown key, embedded in the token': () => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      return new SignJWT(payload())
        .setProtectedHeader({ alg: 'EdDSA', jwk: publicKey.export({ format: 'jwk' }) as never })
        .sign(privateKey);
    },
    'a sibling that signs in the gateway’s name': () =>
      new SignJWT(payload()).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKeyFromSeed(seedOf('webhooks'))),
    'an issuer that is no service': () => sign((token) => token.setIssuer('admin')),
    'an issuer named like a property of every object': () => sign((token) => token.setIssuer('constructor')),
    'another audience': () => sign((token) => token.setAudience('payments')),
    'no audience': () =>
      new SignJWT({ ...payload(), aud: undefined })
        .setProtectedHeader({ alg: 'EdDSA' })
        .sign(privateKeyFromSeed(seedOf('gateway'))),
    'an expired token': () => sign((token) => token.setExpirationTime('-6s')),
    'a token without an end': () =>
      new SignJWT({ ...payload(), exp: undefined })
        .setProtectedHeader({ alg: 'EdDSA' })
        .sign(privateKeyFromSeed(seedOf('gateway'))),
    'an old token with an end far away': () =>
      sign((token) => token.setIssuedAt(nowSeconds() - 31).setExpirationTime('1y')),
    'a token from the future': () => sign((token) => token.setIssuedAt(nowSeconds() + 60)),
    'an unknown kind': () => sign((token) => token, { kind: 'root', mid: 'acct_1', live: true }),
  };
  test.each(Object.keys(forgeries))('%s', async (what) => {
    await expect(verifierOf().verify(await forgeries[what]?.())).rejects.toMatchObject({
      code: 'authentication_required',
      status: 401,
    });
  });
});

test('a token that was taken once is refused as soon as it has expired', async () => {
  const verifier = verifierOf();
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout'] });
  const [ordinary, everlasting] = [await mint(), await sign((token) => token.setExpirationTime('1y'))];
  for (const token of [ordinary, everlasting]) expect((await verifier.verify(token)).kind).toBe('merchant');
  jest.advanceTimersByTime(31_000);
  for (const token of [ordinary, everlasting])
    await expect(verifier.verify(token)).rejects.toMatchObject({ status: 401 });
});

test('a gateway whose clock is 4 s ahead or behind is understood', async () => {
  for (const skew of [-4, 4])
    expect((await verifierOf().verify(await sign((token) => token.setIssuedAt(nowSeconds() + skew)))).kind).toBe(
      'merchant',
    );
});

test('equal claims share a token while it is fresh, and it never reaches the other side stale', async () => {
  const minter = new IdentityMinter('gateway', seedOf('gateway'));
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'setTimeout'] });
  const first = await minter.mint('catalog', 'key_1', () => merchant);
  jest.advanceTimersByTime(19_000);
  expect(await minter.mint('catalog', 'key_1', () => merchant)).toBe(first);
  expect((await verifierOf().verify(first)).kind).toBe('merchant');
  jest.advanceTimersByTime(2_000);
  expect(await minter.mint('catalog', 'key_1', () => merchant)).not.toBe(first);
  expect(await minter.mint('payments', 'key_1', () => merchant)).not.toBe(
    await minter.mint('catalog', 'key_1', () => merchant),
  );
});

test('neither side’s cache grows without end', async () => {
  const minter = new IdentityMinter('gateway', seedOf('gateway'));
  let minted = 0;
  const mintFor = (i: number) =>
    minter.mint('catalog', `key_${i}`, () => {
      minted++;
      return merchant;
    });
  const verifier = verifierOf();
  for (let i = 0; i < 5_100; i++) await verifier.verify(await mintFor(i));
  const before = minted;
  await mintFor(5_099);
  expect(minted).toBe(before); // the newest is still known
  await mintFor(0);
  expect(minted).toBe(before + 1); // the oldest was forgotten
});
