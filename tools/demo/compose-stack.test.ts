import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { tracesAt } from './compose-stack.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** The address of a trace at a server that answers so. */
async function answering(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, { connection: 'close' }).end(body));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/traces/1`;
}

test('a trace is its spans; one that is not there yet is none', async () => {
  const data = [{ processes: { p1: { serviceName: 'gateway' } } }];
  expect(await tracesAt(await answering(200, JSON.stringify({ data })))).toEqual(data);
  expect(await tracesAt(await answering(404, '{"data":null,"errors":[]}'))).toBeUndefined();
});

test.each([
  ['a page', '<h1>Welcome</h1>'],
  ['other JSON', '{"data":"none"}'],
  ['nothing', ''],
])('%s in place of Jaeger is reported in one sentence', async (_what, body) => {
  await expect(tracesAt(await answering(200, body))).rejects.toThrow(/^http:\S+ is not Jaeger's API/);
});

test('an address where nothing answers is reported in one sentence', async () => {
  const url = await answering(200, '');
  await new Promise((closed) => servers.pop()?.close(closed));
  await expect(tracesAt(url)).rejects.toThrow(/^Jaeger does not answer at http:/);
});
