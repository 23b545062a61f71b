import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import { repositoryRoot } from '@mizan/stack/home';
import { eventually, startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { secretSettings } from './secret-settings.ts';

const rootSecret = 'a-root-secret-of-more-than-thirty-two-characters';
let world: World;
let database: string;
/** A login that owns its database and may create roles, and nothing more: what a managed PostgreSQL gives. */
let adminUrl: string;

beforeAll(async () => {
  world = await startWorld({ services: [], nats: false });
  const superuser = new URL(String(world.db('gateway').options.connectionString));
  database = `${superuser.pathname.slice(1)}_deploy`;
  await world.db('gateway').query(`create role ${database}_admin login createrole password 'secret'`);
  await world.db('gateway').query(`create database ${database} owner ${database}_admin`);
  [superuser.username, superuser.password, superuser.pathname] = [`${database}_admin`, 'secret', `/${database}`];
  adminUrl = superuser.href;
});

afterAll(async () => {
  await world.db('gateway').query(`drop database if exists ${database} with (force)`);
  await world.stop();
});

interface OneShot {
  readonly child: ChildProcess;
  output: string;
  readonly status: Promise<number | null>;
}

const { PATH, NODE_COMPILE_CACHE } = process.env;
const ofNode = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };

/** Runs a one-shot as its container does: with its settings and nothing else. */
function run(script: string, args: readonly string[], env: Record<string, string>): OneShot {
  const child = spawn(process.execPath, [`tools/deploy/${script}.ts`, ...args], {
    cwd: repositoryRoot,
    env: { ...ofNode, ...env },
  });
  const status = once(child, 'close').then(([code]) => code as number | null);
  const oneShot: OneShot = { child, output: '', status };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (oneShot.output += chunk.toString()));
  return oneShot;
}

const setup = () => ({ DATABASE_URL: adminUrl, MIZAN_SECRET: rootSecret });

type Settings = Record<string, Record<string, string | undefined>>;
let printing: Promise<Settings> | undefined;

/** The settings that each service's Secret holds, printed once. */
const printedSettings = (): Promise<Settings> => (printing ??= printSettings());

async function printSettings(): Promise<Settings> {
  const printed = run('print-kubernetes-secrets', [], setup());
  expect(await printed.status).toBe(0);
  const { items } = JSON.parse(printed.output) as {
    items: { metadata: { name: string }; stringData: Record<string, string> }[];
  };
  return Object.fromEntries(
    items.map(({ metadata, stringData }) => [metadata.name, parseEnv(stringData['env'] ?? '')]),
  );
}

test('a pod waits until the migrations of its version are there; two jobs at once are as good as one, and need no superuser', async () => {
  const { 'mizan-payments': payments } = await printedSettings();
  const waiting = run('await-migrations', ['payments'], { DATABASE_URL: payments?.['DATABASE_URL'] ?? '' });
  await eventually(() => expect(waiting.output).toContain('payments waits for'));

  const jobs = [run('migrate', [], setup()), run('migrate', [], setup())];
  for (const job of jobs) expect([await job.status, job.output]).toEqual([0, expect.stringContaining('up to date')]);
  expect([await waiting.status, waiting.output]).toEqual([0, expect.stringContaining('payments waits for')]);
});

test('each service’s Secret opens its own schema', async () => {
  const settings = await printedSettings();
  for (const name of serviceNames) {
    const client = new pg.Client({ connectionString: settings[`mizan-${name}`]?.['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query('select current_schema() as schema');
    await client.end();
    expect(rows).toEqual([{ schema: name }]);
  }
  expect(Object.keys(settings['mizan-catalog'] ?? {})).not.toContain('MIZAN_OPERATOR_TOKEN');
  expect(JSON.stringify(serviceNames.map((name) => settings[`mizan-${name}`]))).not.toContain(rootSecret);
});

test('a pod waits for a migration that is missing, and names it', async () => {
  const { 'mizan-customers': customers } = await printedSettings();
  const url = customers?.['DATABASE_URL'] ?? '';
  const superuser = new URL(String(world.db('gateway').options.connectionString));
  superuser.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'delete from customers.migrations where id = (select max(id) from customers.migrations) returning name',
  );
  const waiting = run('await-migrations', ['customers'], { DATABASE_URL: url });
  await eventually(() => expect(waiting.output).toContain(`customers waits for: ${rows[0]?.name}`));
  await client.query('insert into customers.migrations (name) values ($1)', [rows[0]?.name]);
  await client.end();
  expect(await waiting.status).toBe(0);
});

test('an invalid secret fails the job with one line that does not show it', async () => {
  const migrate = run('migrate', [], { ...setup(), MIZAN_SECRET: 'short' });
  expect([await migrate.status, migrate.output]).toEqual([
    1,
    'migrate: MIZAN_SECRET: must have at least 32 characters.\n',
  ]);
});

test('on a shared NATS, a service’s credentials are for the subjects with its prefix', async () => {
  const { catalog } = await secretSettings({ adminUrl, rootSecret, busPrefix: 'shop.' });
  const [, claims = ''] =
    /JWT-----\n[\w-]+\.([\w-]+)\./.exec(Buffer.from(catalog['MIZAN_BUS_CREDENTIALS'] ?? '', 'base64').toString()) ?? [];
  const { nats } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { nats: { pub: { allow: string[] } } };
  expect(catalog['MIZAN_BUS_PREFIX']).toBe('shop.');
  expect(nats.pub.allow).toEqual(
    expect.arrayContaining(['shop.events.v1.*.*.product.>', '$JS.API.STREAM.INFO.shop_SERVICES_LIVE']),
  );
});
