import { Agent, get, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { scaleTimeout } from '@mizan/testing';
import { listen } from './listen.ts';

const send = (url: string, agent: Agent): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', () => resolve(response.headers.connection))).once(
      'error',
      reject,
    );
  });

test('a connection that is never idle does not keep a closing server alive', async () => {
  const received = Promise.withResolvers<() => void>();
  let requests = 0;
  const handler: RequestListener = (_request, response) => {
    if (++requests === 2) received.resolve(() => response.end('ok'));
    else response.end('ok');
  };
  const server = await listen(handler, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await send(server.url, agent)).toBe('keep-alive');
  const active = [send(server.url, agent), send(server.url, agent)]; // the second waits for the connection of the first
  const answer = await received.promise;
  const closed = server.close();
  await setImmediate(); // it has ended what was idle
  answer();
  expect(await active[0]).toBe('keep-alive'); // its head was decided before
  expect(await active[1]).toBe('close');
  await closed;
  agent.destroy();
});

test('answers close their connections from the moment a server drains, and it still serves', async () => {
  const server = await listen((_request, response) => void response.end('ok'), { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  server.drain();
  expect(await send(server.url, agent)).toBe('close');
  expect(await send(server.url, agent)).toBe('close');
  await server.close();
  agent.destroy();
});

test('an answer that was requested before the drain and comes after it closes its connection too', async () => {
  const received = Promise.withResolvers<() => void>();
  const server = await listen((_request, response) => received.resolve(() => response.end('ok')), {
    host: '127.0.0.1',
    port: 0,
  });
  const agent = new Agent({ keepAlive: true });
  const answered = send(server.url, agent);
  const answer = await received.promise;
  server.drain();
  answer();
  expect(await answered).toBe('close');
  await server.close();
  agent.destroy();
});

test('a connection on which nothing was ever sent does not keep a closing server waiting for its headers', async () => {
  const server = await listen((_request, response) => void response.end('ok'), { host: '127.0.0.1', port: 0 });
  const opened = connect(server.port, '127.0.0.1');
  await new Promise((connected) => opened.once('connect', connected));
  const startedAt = performance.now();
  await server.close();
  expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(2_000));
  opened.destroy();
});
