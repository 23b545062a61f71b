import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@mizan/testing';
import { installInto } from './empty-project.test-support.ts';
import { runMizan } from './mizan.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const run = promisify(execFile);
const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const operatorToken = 'the operator token of these tests, long enough';
const database = `fulfilment_${process.pid}`;

let shop: Storefront;
/** A copy of examples/fulfilment somewhere else, with what it depends on installed. */
let folder: string;
let running: { child: ChildProcess; url: string } | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-fulfilment-'));
  await cp(fromRoot('examples/fulfilment'), folder, { recursive: true });
  await installInto(folder, ['bus'], ['pg']);
  const world = await startPlatform({ MIZAN_OPERATOR_TOKEN: operatorToken }, 'guarded');
  shop = new Storefront(world);
  await world.db('gateway').query(`create database ${database}`);
  const as = ['--base-url', world.gatewayUrl, '--operator-token', operatorToken];
  const out = join(folder, 'fulfilment.creds');
  const user = ['bus', 'users', 'create', 'fulfilment', '--mode', 'test', '--types', 'payment_intent.*', '--out', out];
  const { status, err } = await runMizan([...as, ...user]);
  expect([status, err]).toEqual([0, '']);
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await shop.world.db('gateway').query(`drop database ${database} with (force)`);
  await shop.world.stop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  const url = new URL(shop.world.db('gateway').options.connectionString ?? '');
  url.pathname = `/${database}`;
  const child = spawn(process.execPath, ['main.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      NATS_URL: shop.world.nats.url,
      MIZAN_MODE: 'test',
      BUS_CREDENTIALS_FILE: 'fulfilment.creds',
      DATABASE_URL: url.href,
      PORT: '0',
    },
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  running = { child, url: `http://127.0.0.1:${/\d+$/.exec(line)?.[0]}` };
}

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (!running) throw new Error('bug: it does not run');
  const { child } = running;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  const [status] = await ended;
  return status;
}

async function parcels(): Promise<Record<string, string>> {
  const rows = (await (await fetch(`${running?.url}/parcels`)).json()) as {
    payment_intent_id: string;
    status: string;
  }[];
  return Object.fromEntries(rows.map(({ payment_intent_id, status }) => [payment_intent_id, status]));
}

test('the example packs every paid order once, whatever happens to it in between', async () => {
  await start();
  const { intentId: first } = await shop.buy(4_000);
  await eventually(async () => expect(await parcels()).toEqual({ [first]: 'packing' }));

  expect(await end('SIGKILL')).toBeNull();
  const { intentId: second } = await shop.buy(4_100);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: first });
  await start();
  const expected = { [first]: 'called back', [second]: 'packing' };
  await eventually(async () => expect(await parcels()).toEqual(expected));
  expect(await end('SIGTERM')).toBe(0);
});

test('the packed subscriber is typed: an event by its type, a family by its members', async () => {
  await writeFile(
    join(folder, 'typed.ts'),
    `import { Bus, type BusEvent } from '@mizan/bus';
     const bus = await Bus.connect({ servers: 'nats://localhost', team: 'shop' });
     await bus.subscribe('payment_intent.succeeded', { durable: 'a', from: { sequence: 5 } }, (event) => {
       const received: number = event.object.amountReceived;
       // @ts-expect-error a payment intent has no such field
       event.object.unitAmount;
       return void received;
     });
     await bus.subscribe('refund.*', { durable: 'b' }, (event) => {
       // @ts-expect-error of another family
       if (event.type === 'charge.failed') return;
       const refund: BusEvent<'refund.failed'> | undefined = event.type === 'refund.failed' ? event : undefined;
       return void refund;
     });
     await bus.subscribe('*', { durable: 'c' }, (event) => {
       if (event.type === 'product.created') void event.object.name;
     });
     // @ts-expect-error there is no such event
     await bus.subscribe('payment_intent.lost', { durable: 'd' }, () => {});
     // @ts-expect-error a durable has a name
     await bus.subscribe('refund.created', {}, () => {});`,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', fromRoot('node_modules/@types')];
  await run(process.execPath, [fromRoot('node_modules/typescript/bin/tsc'), ...options, ...types, 'typed.ts'], {
    cwd: folder,
  });
});
