import { expect, test } from '@jest/globals';
import { deriveServiceEnv, ServiceSecrets } from './secrets.ts';

const secrets = new ServiceSecrets('a service secret of thirty-two characters');

test('what is sealed opens to what it was, and never looks the same twice', () => {
  for (const text of ['', 'whsec_abc', 'نص عربي 😀', 'x'.repeat(100_000)]) {
    expect(secrets.decrypt(secrets.encrypt(text))).toBe(text);
    expect(secrets.encrypt(text).equals(secrets.encrypt(text))).toBe(false);
  }
  expect(secrets.encrypt('whsec_abc').toString('latin1')).not.toContain('whsec_abc');
});

test('a sealed text with any one byte altered, shortened or lengthened does not open', () => {
  const sealed = secrets.encrypt('whsec_abc');
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(() => secrets.decrypt(altered)).toThrow();
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => secrets.decrypt(sealed.subarray(0, length))).toThrow();
  const [nothing, version, nonce] = [secrets.encrypt(''), 1, 12];
  for (let tag = 0; tag < 16; tag++)
    expect(() => secrets.decrypt(nothing.subarray(0, version + nonce + tag))).toThrow();
  expect(() => secrets.decrypt(Buffer.concat([sealed, Buffer.from([0])]))).toThrow();
});

test('another service’s secret opens nothing', () => {
  const other = new ServiceSecrets('another service secret of the same length');
  expect(() => other.decrypt(secrets.encrypt('whsec_abc'))).toThrow();
  expect(other.clientSecret('cs_1')).not.toBe(secrets.clientSecret('cs_1'));
  expect(other.key('label')).not.toEqual(secrets.key('label'));
});

test('a long text is sealed in a third of its length, and what was sealed at full length is opened', () => {
  const answer = JSON.stringify(
    Array.from({ length: 40 }, (_, i) => ({ object: 'price', id: `price_${i}`, name: 'زيت' })),
  );
  const sealed = secrets.encrypt(answer);
  expect(sealed.length).toBeLessThan(Buffer.byteLength(answer) / 3);
  expect(secrets.decrypt(sealed)).toBe(answer);
  const short = 'x'.repeat(511);
  expect(secrets.encrypt(short)).toHaveLength(511 + 29);
  expect(secrets.decrypt(secrets.encrypt(short))).toBe(short);
});

test('a client secret is the same after every restart: 32 characters behind the id, the first of them the key’s version', () => {
  expect(secrets.clientSecret('cs_test_1')).toBe(
    new ServiceSecrets('a service secret of thirty-two characters').clientSecret('cs_test_1'),
  );
  expect(secrets.clientSecret('cs_test_1')).toMatch(/^cs_test_1_secret_1[0-9A-Za-z]{31}$/);
  expect(secrets.clientSecret('cs_test_1')).toBe('cs_test_1_secret_1UClZ6Nizl2HGlk47nYdzYlpcZDGbL7t');
});

test('only the very client secret of an id is its client secret', () => {
  const own = secrets.clientSecret('cs_test_1');
  expect(secrets.ownsClientSecret('cs_test_1', own)).toBe(true);
  const wrong = [
    undefined,
    '',
    own.slice(0, -1),
    `${own}x`,
    own.toLowerCase(),
    secrets.clientSecret('cs_test_2'),
    own.replace('_secret_1', '_secret_2'),
  ];
  for (const each of wrong) expect([each, secrets.ownsClientSecret('cs_test_1', each)]).toEqual([each, false]);
  for (let at = 0; at < own.length; at++) {
    const altered = `${own.slice(0, at)}${own[at] === 'x' ? 'y' : 'x'}${own.slice(at + 1)}`;
    expect(secrets.ownsClientSecret('cs_test_1', altered)).toBe(false);
  }
});

test('no two labels, services or roots share a key', () => {
  const roots = ['root one', 'root two'];
  const all = roots.flatMap((root) =>
    (['catalog', 'payments'] as const).flatMap((service) => {
      const env = deriveServiceEnv(root, service);
      return [
        env['MIZAN_IDENTITY_PRIVATE_KEY'],
        env['MIZAN_SERVICE_SECRET'],
        new ServiceSecrets(env['MIZAN_SERVICE_SECRET'] ?? '').key('a').toString('base64'),
      ];
    }),
  );
  expect(new Set(all).size).toBe(all.length);
});

test('every service knows the public keys of all and the private key of itself alone', () => {
  const [catalog, payments] = [deriveServiceEnv('root', 'catalog'), deriveServiceEnv('root', 'payments')];
  expect(catalog['MIZAN_IDENTITY_PUBLIC_KEYS']).toBe(payments['MIZAN_IDENTITY_PUBLIC_KEYS']);
  expect(JSON.stringify(catalog)).not.toContain(payments['MIZAN_IDENTITY_PRIVATE_KEY']);
});
