import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, startWorld, type World, scaleTimeout } from '@mizan/testing';
import { identityOf, probeOrm } from './probe-service.test-support.ts';
import type { AnyService } from './service.ts';

const program = fileURLToPath(new URL('./served-probe.test-support.ts', import.meta.url));
const pairProgram = fileURLToPath(new URL('./served-pair.test-support.ts', import.meta.url));
let world: World;
let env: Record<string, string | undefined>;
let child: ChildProcess;
let output: string;

beforeAll(async () => {
  const service: AnyService = {
    name: 'catalog',
    orm: probeOrm('catalog'),
    start: (given) => {
      env = given;
      return Promise.resolve({ url: '', stop: () => Promise.resolve() });
    },
  };
  world = await startWorld({ services: [service] });
});
afterEach(() => void child.kill('SIGKILL'));
afterAll(() => world.stop());

/** Starts the probe as a process; resolves with its address, or undefined when it ended instead. */
async function start(change: Record<string, string | undefined> = {}, script = program): Promise<string | undefined> {
  const all = { ...process.env, ...env, LOG_LEVEL: 'info', MIZAN_LISTEN_PORT: '0', ...change };
  child = spawn(process.execPath, [script], { env: all, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'close')])) as [unknown];
  return (message as { ready?: string } | null)?.ready;
}
const ended = async (): Promise<[number | null, NodeJS.Signals | null]> =>
  child.exitCode !== null || child.signalCode !== null
    ? [child.exitCode, child.signalCode]
    : ((await once(child, 'close')) as [number | null, NodeJS.Signals | null]);

const send = async (url: string, path: string, method = 'GET') =>
  fetch(`${url}${path}`, {
    method,
    headers: { 'x-identity': await identityOf('gateway', 'catalog'), 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{"name":"a"}' }),
  }).then(async (response) => {
    await response.text();
    return response.status;
  });

describe('on SIGTERM', () => {
  test('every request that runs is answered, those that still come are too, and the process ends with 0', async () => {
    const url = (await start({ MIZAN_DRAIN_DELAY_MS: '1000' })) ?? '';
    await Promise.all(Array.from({ length: 8 }, () => send(url, '/prices/price_1'))); // connections that are kept
    const running = Array.from({ length: 16 }, (_, i) =>
      i % 2 ? send(url, '/prices/price_slow') : send(url, '/products', 'POST'),
    );
    const late: Promise<number>[] = [];
    const load = setInterval(() => late.push(send(url, '/prices/price_1')), 5);
    const sent = (count: number) => eventually(() => expect(late.length).toBeGreaterThanOrEqual(count));
    await sent(5);
    child.kill('SIGTERM');
    await eventually(async () => expect(await send(url, '/readyz')).toBe(503)); // it drains
    await sent(late.length + 5);
    clearInterval(load);
    expect(new Set(await Promise.all(running))).toEqual(new Set([200, 201]));
    expect(new Set(await Promise.all(late))).toEqual(new Set([200]));
    expect(await ended()).toEqual([0, null]);
    expect(output).toContain('service.stopped');
    const { rows } = await world.db('catalog').query(`select 1 from bus_state where name like 'made_%'`);
    expect(rows).toHaveLength(8);
  });

  test('it is not ready any more while it drains', async () => {
    const url = (await start({ MIZAN_DRAIN_DELAY_MS: '500' })) ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503));
    const alive = await fetch(`${url}/healthz`);
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']); // its client is to go elsewhere
    expect(await ended()).toEqual([0, null]);
  });

  test('neither a bus that is down nor a collector that hangs keeps it', async () => {
    const collector = createServer(() => undefined);
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const url = (await start({ NATS_URL: 'nats://127.0.0.1:1', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })) ?? '';
    await fetch(`${url}/nowhere`, { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } });
    const startedAt = Date.now();
    child.kill('SIGTERM');
    expect(await ended()).toEqual([0, null]);
    expect(Date.now() - startedAt).toBeLessThan(scaleTimeout(8_000));
    collector.closeAllConnections();
    collector.close();
  });
});

test('it ends when its launcher dies', async () => {
  await start({ MIZAN_PARENT_PIPE: '1' });
  child.stdin?.end();
  expect(await ended()).toEqual([0, null]);
});

test('a rejection that was not caught ends the process with 1, and the log says why', async () => {
  const url = (await start()) ?? '';
  await send(url, '/prices/price_crash').catch(() => 'cut off');
  expect(await ended()).toEqual([1, null]);
  expect(output).toContain('process.unhandled_rejection');
  expect(output).toContain('not caught');
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['MIZAN_IDENTITY_PUBLIC_KEYS', { MIZAN_IDENTITY_PUBLIC_KEYS: '{' }],
  ['MIZAN_PAYMENTS_URL', { MIZAN_PAYMENTS_URL: 'payments' }],
])('a wrong %s ends the start with 78 and one line that names it', async (name, change) => {
  expect(await start(change)).toBeUndefined();
  expect(child.exitCode).toBe(78);
  expect(output).toMatch(new RegExp(`^catalog: ${name}: [^\\n]+\\n$`));
});

test('a database that is not there ends the start with 1', async () => {
  expect(await start({ DATABASE_URL: 'postgres://missing:secret@127.0.0.1:1/nothing' })).toBeUndefined();
  expect(child.exitCode).toBe(1);
  expect(output).toContain('service.start_failed');
  expect(output).not.toContain('secret');
});

describe('two services as one process', () => {
  const services = ['checkout', 'catalog'] as const;
  const own = new Map<string, Record<string, string | undefined>>();
  let pair: World;
  beforeAll(async () => {
    const noted = (name: (typeof services)[number]): AnyService => ({
      name,
      orm: probeOrm(name),
      start: (given) => (own.set(name, given), Promise.resolve({ url: '', stop: () => Promise.resolve() })),
    });
    pair = await startWorld({ services: services.map(noted) });
  });
  afterAll(() => pair.stop());

  /** Starts them: no address of either leads anywhere. */
  const startPair = (change: Record<string, string> = {}) => {
    const named = services.flatMap((name) =>
      Object.entries(own.get(name) ?? {}).map(([key, value]) => [`${name.toUpperCase()}_${key}`, value]),
    );
    const nowhere = { CHECKOUT_MIZAN_CATALOG_URL: 'http://127.0.0.1:1', CHECKOUT_MIZAN_LISTEN_PORT: '0' };
    return start(
      { DATABASE_URL: undefined, ...Object.fromEntries(named), ...nowhere, CATALOG_MIZAN_LISTEN_PORT: '0', ...change },
      pairProgram,
    );
  };
  const lines = () =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { event: string; service: string; url: string });

  test('call each other without a connection; on SIGTERM what runs is answered, the first stops first, status 0', async () => {
    const url = (await startPair()) ?? '';
    const running = fetch(`${url}/coupons`, {
      method: 'POST',
      headers: { 'x-identity': await identityOf('gateway', 'checkout'), 'content-type': 'application/json' },
      body: '{"name":"Spring","percentOff":10}',
    });
    await once(child, 'message'); // catalog was called
    child.kill('SIGTERM');
    const answer = await running;
    expect([answer.status, await answer.json()]).toEqual([201, { answered: { priceIds: ['price_1'] } }]);
    expect(await ended()).toEqual([0, null]);
    const stopped = lines().filter(({ event }) => event === 'service.stopped');
    expect(stopped.map(({ service }) => service)).toEqual(['checkout', 'catalog']);
  });

  test('one that fails ends both with 1', async () => {
    await startPair();
    const catalogUrl = await eventually(() => {
      const started = lines().find(({ event, service }) => event === 'service.started' && service === 'catalog');
      expect(started).toBeDefined();
      return started?.url ?? '';
    });
    await send(catalogUrl, '/prices/price_1').catch(() => 'cut off');
    expect(await ended()).toEqual([1, null]);
  });

  test('a wrong setting ends the start with 78 and one line that names the service', async () => {
    expect(await startPair({ CATALOG_DATABASE_URL: '' })).toBeUndefined();
    expect(child.exitCode).toBe(78);
    expect(output).toMatch(/^catalog: DATABASE_URL: not set/m);
  });
});
