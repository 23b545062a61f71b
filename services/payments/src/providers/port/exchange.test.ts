import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { exchange } from './exchange.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an answer without an end is not read to its end', async () => {
  const closed = Promise.withResolvers<number>();
  const url = await serve((_request, response) => {
    let sent = 0;
    const part = '"'.repeat(64 * 1024);
    const send = (): void => {
      sent += part.length;
      if (response.write(part)) setImmediate(send);
      else response.once('drain', send);
    };
    response.once('close', () => closed.resolve(sent));
    response.writeHead(200, { 'content-type': 'application/json' });
    send();
  });
  expect(await exchange(url, { method: 'GET' })).toEqual({ status: 200, json: undefined });
  expect(await closed.promise).toBeLessThan(32 * 1024 * 1024);
});

test('letters that are cut between two parts of an answer are read', async () => {
  const url = await serve((_request, response) => {
    const body = Buffer.from('{"name":"منى"}');
    response.write(body.subarray(0, 10));
    setImmediate(() => response.end(body.subarray(10)));
  });
  expect(await exchange(url, { method: 'GET' })).toEqual({ status: 200, json: { name: 'منى' } });
});

test('a redirect is not followed, and carries no key elsewhere', async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve(({ url: path }, response) => {
    seen.push(path);
    response.writeHead(302, { location: '/elsewhere' }).end('{}');
  });
  const answer = await exchange(`${url}/first`, { method: 'POST', headers: { authorization: 'Bearer key' }, body: {} });
  expect(answer.status).toBe(302);
  expect(seen).toEqual(['/first']);
});
