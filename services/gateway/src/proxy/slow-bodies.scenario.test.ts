import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { startGatewayWorld, type GatewayWorld } from './gateway-world.test-support.ts';

let world: GatewayWorld;
const sockets: Socket[] = [];
beforeAll(async () => {
  world = await startGatewayWorld({
    MIZAN_RATE_LIMIT: 'on',
    MIZAN_RATE_LIMIT_CONNECTIONS: '700',
    MIZAN_RATE_LIMIT_ADDRESS_BURST: '1000',
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await world.stop();
});

/** Each half is more than the connections that a gateway keeps to a service. */
const callers = 600;

/** Sends a confirm but for the end of its body, every other one with a key that anyone can read on a page. */
function stall(n: number, publishableKey: string): void {
  const { hostname, port } = new URL(world.url);
  const head = [
    `POST /client/checkout/cs_test_${n}/confirm HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 1000',
    ...(n % 2 === 0 ? [`Authorization: Bearer ${publishableKey}`] : []),
  ];
  const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n{`));
  socket.on('error', () => undefined);
  sockets.push(socket);
}

test('buyers who never finish their bodies take no connections of merchants', async () => {
  const attempts = async (): Promise<number> => {
    const counted = "select distinct subject from attempts where subject like 'payment %'"; // each has several windows
    const { rows } = await world.world.db('gateway').query(counted);
    return rows.length;
  };
  const { key } = await world.issueKey({ type: 'PUBLISHABLE' });
  for (let n = 0; n < callers; n++) stall(n, key);
  await eventually(async () => expect(await attempts()).toBeGreaterThanOrEqual(callers));
  expect((await world.send('GET', '/checkout/sessions')).status).toBe(200);
});
