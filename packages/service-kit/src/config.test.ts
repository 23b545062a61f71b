import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, ownEnv, readEnv, siblingUrls } from './config.ts';
import { deriveServiceEnv } from './secrets.ts';

const env = { ...deriveServiceEnv('root', 'catalog'), DATABASE_URL: 'postgres://catalog:secret@localhost/mizan' };
const shape = {
  MIZAN_TOKEN: z.string().min(8, 'must have 8 characters').default('long enough').describe('Never shown'),
};

function complaint(change: Record<string, string | undefined>): string {
  try {
    readEnv(shape, { ...env, ...change });
    siblingUrls(change);
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.message;
    throw thrown;
  }
  return 'none';
}

test.each([
  ['DATABASE_URL', undefined],
  ['DATABASE_URL', 'localhost:5432/secret'],
  ['DATABASE_URL', 'mysql://secret@localhost/mizan'],
  ['MIZAN_PUBLIC_URL', 'pay.example.com/secret'],
  ['MIZAN_IDENTITY_PRIVATE_KEY', undefined],
  ['MIZAN_IDENTITY_PRIVATE_KEY', 'c2VjcmV0'],
  ['MIZAN_IDENTITY_PUBLIC_KEYS', '{"gateway":"secret"'],
  ['MIZAN_IDENTITY_PUBLIC_KEYS', '{"gateway":"secret"}'],
  ['MIZAN_IDENTITY_PUBLIC_KEYS', 'null'],
  ['MIZAN_SERVICE_SECRET', 'short secret'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'secret'],
  ['MIZAN_TOKEN', 'secret'],
  ['MIZAN_PAYMENTS_URL', 'payments:secret'],
])('%s = %s is refused in one line that names it, says what it is for and does not repeat it', (name, value) => {
  const line = complaint({ [name]: value });
  expect(line).toMatch(new RegExp(`^${name}: [^\\n]+ \\([^\\n]+\\)$`));
  expect(line).not.toContain('secret@');
  expect(line.replace(/\(.*\)/, '')).not.toContain('secret');
});

test.each([
  ['MIZAN_TRACE_RATIO', '10%', 'must be a number, not "10%" (Share of requests traced, 0..1)'],
  ['MIZAN_TRACE_RATIO', '2', 'Too big: expected number to be <=1, not "2" (Share of requests traced, 0..1)'],
  ['MIZAN_LISTEN_PORT', '80.5', 'Invalid input: expected int, received number, not "80.5" (Port to'],
  ['MIZAN_DRAIN_DELAY_MS', '-1', 'Too small: expected number to be >=0, not "-1" (How long'],
  ['MIZAN_COMPRESS_EVENTS', 'yes', 'Invalid option: expected one of "on"|"off", not "yes" (`on`:'],
  ['LOG_LEVEL', 'loud\nand', ', not "loud\\nand" (Least level'],
])('%s = %j is a number or a choice, which no secret is: the line repeats it', (name, value, text) => {
  const line = complaint({ [name]: value });
  expect(line).toMatch(new RegExp(`^${name}: [^\\n]+$`));
  expect(line).toContain(text);
});

test('all wrong variables are listed at once, each on its own line', () => {
  const lines = complaint({
    MIZAN_TRACE_RATIO: '10%',
    MIZAN_TOKEN: 'short',
    DATABASE_URL: undefined,
    LOG_LEVEL: 'loud',
  });
  const names = lines.split('\n').map((line) => line.split(':')[0]);
  expect(names).toEqual(['DATABASE_URL', 'MIZAN_TRACE_RATIO', 'LOG_LEVEL', 'MIZAN_TOKEN']);
  const addresses = complaint({ MIZAN_PAYMENTS_URL: 'payments', MIZAN_CATALOG_URL: 'catalog' });
  expect(addresses.split('\n')).toHaveLength(2);
});

test('an empty variable counts as absent, so that it means its default and not zero', () => {
  const read = readEnv(shape, { ...env, MIZAN_TRACE_RATIO: '', MIZAN_TOKEN: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  expect([read.MIZAN_TRACE_RATIO, read.MIZAN_TOKEN, read.OTEL_EXPORTER_OTLP_ENDPOINT]).toEqual([
    0.1,
    'long enough',
    undefined,
  ]);
  expect(complaint({ DATABASE_URL: '' })).toContain('DATABASE_URL: not set');
});

test('the public address loses its last slash, so that paths can follow it', () => {
  expect(readEnv({}, { ...env, MIZAN_PUBLIC_URL: 'https://pay.example.com/' }).MIZAN_PUBLIC_URL).toBe(
    'https://pay.example.com',
  );
});

test('siblings are found by their variables', () => {
  expect(
    siblingUrls({ MIZAN_PAYMENTS_URL: 'http://payments:8080', MIZAN_CATALOG_URL: '', MIZAN_OTHER_URL: 'x' }),
  ).toEqual({ payments: 'http://payments:8080' });
});

test('of several services in a process each reads its own variable first, and none reads that of another', () => {
  const shared = { NATS_URL: 'nats://bus', DATABASE_URL: '', CATALOG_DATABASE_URL: 'c', PAYMENTS_DATABASE_URL: 'p' };
  expect(ownEnv('catalog', shared)).toMatchObject({ NATS_URL: 'nats://bus', DATABASE_URL: 'c' });
  expect(ownEnv('payments', shared)['DATABASE_URL']).toBe('p');
  expect(ownEnv('webhooks', shared)['DATABASE_URL']).toBe('');
});
