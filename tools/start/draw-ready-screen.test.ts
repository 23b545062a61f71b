import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import type { DevFile } from '@mizan/stack/dev-file';
import { drawReadyScreen } from './draw-ready-screen.ts';

const keys = { testSecret: 'sk', testPublishable: 'pk', testRestricted: 'rk', liveSecret: 'live' };
const dev: DevFile = {
  baseUrl: 'http://localhost:8080',
  natsUrl: 'nats://127.0.0.1:4222',
  databaseUrl: 'postgres://admin:s3cret@db:5432/mizan',
  operatorToken: 'token',
  account: { id: 'acct_1' },
  keys,
  otherAccount: { id: 'acct_2', keys },
  services: {} as DevFile['services'], // the screen does not show them
};
const draw = (changes: Partial<DevFile> = {}) =>
  stripVTControlCharacters(
    drawReadyScreen({
      dev: { ...dev, ...changes },
      checkoutUrl: undefined,
      homePath: join(process.cwd(), '.mizan'),
      seconds: 1,
    }),
  );

test('the last line says that reset clears the data of an embedded database', () => {
  expect(draw()).toContain('Data, logs and all keys are in .mizan; npm run reset clears it. Ctrl-C stops');
});

test('of an external database it says where the data is, without a password, and that reset leaves it', () => {
  const screen = draw({ externalDatabase: 'postgres://db:5432/mizan' });
  expect(screen).toContain(
    'Data is in postgres://db:5432/mizan, which npm run reset does not clear; logs and all keys are in .mizan, which it clears.',
  );
  expect(screen).not.toContain('Data, logs');
  expect(screen).not.toContain('s3cret');
});

test('the commands that connect stand-ins name the option that cannot be changed later', () => {
  const tabby = { controlUrl: 'http://localhost:9101', credentials: { secretKey: 'sk_1' } };
  expect(draw({ providers: { tabby } as unknown as NonNullable<DevFile['providers']> })).toMatch(
    /providers connect tabby acct_1 --settles-to merchant \\\n +--secret-key sk_1\n/,
  );
});

test('the command for a second account at a provider names the provider', () => {
  const second = { provider: 'tabby', controlUrl: 'http://localhost:9102', credentials: { country: 'SA' } };
  const providers = { 'tabby-sa': second } as unknown as NonNullable<DevFile['providers']>;
  expect(draw({ providers })).toMatch(/tabby-sa +http:.*\n.* connect tabby acct_1 [^]*--country SA\n/);
});
