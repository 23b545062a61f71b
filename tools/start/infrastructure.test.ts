import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Home } from '@mizan/stack/home';
import { openNats, openPostgres } from './infrastructure.ts';

const none = {} as Home; // not used where a variable names a server
const openNatsAt = (url: string, print: (sentence: string) => void = () => undefined) =>
  openNats(none, { NATS_URL: url }, 'secret', print);

test.each([
  ['nats://user:secret@127.0.0.1:1', 'NATS_URL (nats://127.0.0.1:1) cannot be reached: ECONNREFUSED. Unset it'],
  ['nats://s3cret@127.0.0.1:1', 'NATS_URL (nats://127.0.0.1:1) cannot'],
  ['http://127.0.0.1:1', 'NATS_URL is not a valid address: http://127.0.0.1:1/'],
  ['postgres://a:s3/cret@h/db', 'NATS_URL is not a valid address.'],
])('a NATS that cannot be used, %s, is named before anything starts', async (url, message) => {
  await expect(openNatsAt(url)).rejects.toThrow(message);
});

test('a database that cannot be reached is named without its password', async () => {
  const url = 'postgres://admin:secret@[::1]:1/mizan?password=secret';
  const opened = openPostgres(none, { DATABASE_URL: url }, () => undefined);
  await expect(opened).rejects.toThrow('DATABASE_URL (postgres://[::1]:1/mizan) cannot be reached: ');
});

test('a server that a variable names is used, and the user is notified', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const printed: string[] = [];
    expect((await openNatsAt(url, (sentence) => printed.push(sentence))).url).toBe(url);
    expect(printed).toEqual([`using NATS_URL: ${url}`]);
  } finally {
    server.close();
  }
});
