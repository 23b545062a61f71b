import { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseRanges } from '../network/address-ranges.ts';
import { startGatewayWorld, type GatewayWorld } from '../proxy/gateway-world.test-support.ts';
import { newKey } from '../api-keys/api-key-format.ts';
import { capConnections } from './cap-connections.ts';

const neighbours = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:DB8:1:2:0:0:0:3', '2001:db8:1:2:3:4:5:6'];
const elsewhere = '2001:db8:1:3::1';

let world: GatewayWorld;
beforeAll(async () => {
  world = await startGatewayWorld({
    MIZAN_RATE_LIMIT: 'on',
    MIZAN_TRUSTED_PROXIES: '127.0.0.1',
    MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: '0.01',
    MIZAN_RATE_LIMIT_ADDRESS_BURST: '8',
    MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: '0.01',
    MIZAN_RATE_LIMIT_BAD_KEYS_BURST: '3',
    MIZAN_RATE_LIMIT_CONFIRMS_PER_MINUTE: '3',
  });
});
afterAll(() => world.stop());

const from = (address: string, method: string, path: string, key: string | null = null) =>
  world.send(method, path, {
    key,
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
const statuses = async (send: (address: string) => ReturnType<typeof from>) => {
  const all: number[] = [];
  for (const address of [...neighbours, elsewhere]) all.push((await send(address)).status);
  return all;
};

describe('a client with a whole IPv6 network has the limits of one address', () => {
  test('in attempts to pay', async () =>
    expect(await statuses((address) => from(address, 'POST', '/client/checkout/cs_test_1/confirm'))).toEqual([
      200, 200, 200, 429, 200,
    ]));

  test('in invalid keys', async () =>
    expect(await statuses((address) => from(address, 'GET', '/account', newKey('SECRET', false)))).toEqual([
      401, 401, 401, 429, 401,
    ]));

  test('in requests', async () => {
    const remaining = async (address: string) =>
      Number((await from(address, 'GET', '/client/checkout/cs_test_1')).headers.get('ratelimit-remaining'));
    const first = await remaining('2001:db8:9:9::1');
    expect(await remaining('2001:db8:9:9::2')).toBe(first - 1);
  });

  test('in connections', () => {
    const server = new EventEmitter();
    capConnections(server as Server, 3, parseRanges([]));
    const refused = [...neighbours, elsewhere].map((remoteAddress) => {
      let isDestroyed = false;
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => (isDestroyed = true) });
      server.emit('connection', socket);
      return isDestroyed;
    });
    expect(refused).toEqual([false, false, false, true, false]);
  });
});

test('a key’s list of addresses goes by the whole address', async () => {
  const { key } = await world.issueKey({ type: 'SECRET', ipAllowlist: ['2001:db8:7:7::1'] });
  expect((await from('2001:db8:7:7::1', 'GET', '/account', key)).status).toBe(200);
  expect((await from('2001:db8:7:7::2', 'GET', '/account', key)).status).toBe(403);
});
