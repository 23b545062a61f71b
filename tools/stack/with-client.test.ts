import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { withClient } from './with-client.ts';

test('only a server that does not answer is reported as out of reach, and no password is shown', async () => {
  const server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .resume()
      .end(),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = () => withClient(`postgres://mizan:a-password@${address}/mizan`, () => Promise.resolve());
  await expect(connect()).rejects.toMatchObject({
    name: 'SetupProblem',
    message: `no connection to PostgreSQL at ${address} could be made: Connection terminated unexpectedly.`,
  });
  await once(server.close(), 'close');
  await expect(connect()).rejects.toMatchObject({
    name: 'SetupProblem',
    message: `PostgreSQL at ${address} cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL.`,
  });
});
