import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { databaseOf } from '@mizan/service-kit';
import { lockPreparation } from '@mizan/stack/lock-preparation';
import { eventually, startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import {
  createDeployDatabase,
  insertAccount,
  runOneShot,
  type DeployDatabase,
  type OneShot,
} from './one-shot.test-support.ts';

const right = 'a-root-secret-of-more-than-thirty-two-characters';
const other = 'another-secret-of-more-than-32-characters';
let world: World;
let folder: string;

beforeAll(async () => {
  world = await startWorld({ services: [], nats: false });
  folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

/** Starts a one-shot under a secret. */
const start = (script: 'migrate' | 'backup' | 'restore', { adminUrl }: DeployDatabase, rootSecret: string) =>
  runOneShot(script, [], { DATABASE_URL: adminUrl, MIZAN_SECRET: rootSecret, MIZAN_BACKUP_FOLDER: folder });

/** Runs it to its end. */
async function run(...call: Parameters<typeof start>) {
  const oneShot = start(...call);
  return { status: await oneShot.status, output: oneShot.output, errors: oneShot.errors };
}

const succeeded = (output = '') => ({ status: 0, output: expect.stringContaining(output), errors: '' });
const refused = (errors: RegExp) => ({
  status: 1,
  output: '',
  errors: expect.stringMatching(errors),
});

/** Connects as the gateway does under a secret. */
async function connectGateway({ adminUrl, name }: DeployDatabase, rootSecret: string): Promise<pg.Client> {
  const { runtimeUrl } = databaseOf({ adminUrl, rootSecret, database: name, service: 'gateway' });
  const client = new pg.Client({ connectionString: runtimeUrl });
  await client.connect();
  return client;
}

async function countAccounts(database: DeployDatabase, rootSecret: string): Promise<number> {
  const gateway = await connectGateway(database, rootSecret);
  const { rowCount } = await gateway.query('select from accounts');
  await gateway.end();
  return rowCount ?? 0;
}

const waits = 'waiting for a restore of this database, or for another process that prepares it …';

/** Until a session of the administrator waits for such a lock. */
const eventuallyWaits = ({ name }: DeployDatabase, event: 'advisory' | 'relation') =>
  eventually(async () => {
    const sql = 'select from pg_stat_activity where datname = $1 and usename = $2 and wait_event = $3';
    expect((await world.db('gateway').query(sql, [name, `${name}_admin`, event])).rowCount).toBe(1);
  });

test('a restore that was refused under another secret works under the right one after its migrations, and says so', async () => {
  const [shop, machine] = [await createDeployDatabase(world, 'shop'), await createDeployDatabase(world, 'machine')];
  expect(await run('migrate', shop, right)).toEqual(succeeded());
  await insertAccount(shop);
  expect((await run('backup', shop, right)).status).toBe(0);

  expect(await run('migrate', machine, other)).toEqual(succeeded());
  expect(await run('restore', machine, other)).toEqual(
    refused(/another MIZAN_SECRET .+ Set MIZAN_SECRET to .+ repeat from tools\/deploy\/migrate\.ts on/),
  );
  expect(await run('restore', machine, right)).toEqual(
    refused(/do not follow from MIZAN_SECRET: .+ Nothing has been changed\. Run tools\/deploy\/migrate\.ts under this/),
  );
  expect(await countAccounts(machine, other)).toBe(0);
  const migrations = [start('migrate', machine, right), start('migrate', machine, right)];
  for (const migrate of migrations) expect([await migrate.status, migrate.errors]).toEqual([0, '']);
  const outputs = migrations.map(({ output }) => output).join('');
  expect(outputs.match(/the logins of the services have got other passwords/g)).toHaveLength(1);

  // Migrations under another secret meanwhile see no account yet: they must wait for the end of the restore.
  const holder = new pg.Client({ connectionString: machine.superuserUrl });
  await holder.connect();
  let restore: OneShot;
  let migrate: OneShot;
  try {
    await holder.query('begin; lock table gateway.accounts in access exclusive mode');
    restore = start('restore', machine, right);
    await eventuallyWaits(machine, 'relation');
    migrate = start('migrate', machine, other);
    await eventuallyWaits(machine, 'advisory');
    await eventually(() => expect(migrate.output).toBe(`migrate: ${waits}\n`));
  } finally {
    await holder.end();
  }
  expect([await restore.status, restore.output]).toEqual([0, expect.stringContaining('is restored')]);
  expect([await migrate.status, migrate.errors]).toEqual([
    1,
    expect.stringContaining('do not follow from MIZAN_SECRET. Nothing was changed.\n- If it is not the secret of'),
  ]);
  expect(await countAccounts(machine, right)).toBe(1);
  for (const database of [shop, machine]) await database.drop();
});

test('a restore into a database that was renamed says that the migrations have not run, and another one that it waits', async () => {
  const former = await createDeployDatabase(world, 'former');
  expect(await run('migrate', former, right)).toEqual(succeeded());
  expect((await run('backup', former, right)).status).toBe(0);
  const holder = new pg.Client({ connectionString: former.superuserUrl });
  await holder.connect();
  let restore: OneShot;
  try {
    await lockPreparation(holder, () => undefined);
    expect((await holder.query('show tcp_keepalives_idle')).rows).toEqual([{ tcp_keepalives_idle: '60' }]);
    restore = start('restore', former, right);
    await eventually(() => expect(restore.output).toBe(`restore: ${waits}\n`));
  } finally {
    await holder.end();
  }
  expect([await restore.status, restore.errors]).toEqual([0, '']);

  const name = `${former.name}_renamed`;
  await world.db('gateway').query(`alter database ${former.name} rename to ${name}`);
  const url = new URL(former.adminUrl);
  url.pathname = `/${name}`;
  const renamed = { ...former, name, adminUrl: url.href };
  expect(await run('restore', renamed, right)).toEqual(
    refused(/no logins .+ the migrations have not run since it was renamed .+ Create an empty database, run tools/),
  );
  await world.db('gateway').query(`drop database ${name} with (force)`);
});

test('passwords do not change while a service is connected, nor while another database has the logins', async () => {
  const database = await createDeployDatabase(world, 'empty');
  expect(await run('migrate', database, right)).toEqual(succeeded());
  const gateway = await connectGateway(database, right);
  expect(await run('migrate', database, other)).toEqual(
    refused(/, but \S+_empty_gateway_app is connected\.\n(?:.+\n)*- .+ stop the services and repeat\./),
  );
  await gateway.end();

  const server = world.db('gateway');
  const former = `${database.name}_former`;
  await server.query(`alter database ${database.name} rename to ${former}`); // as someone keeps a damaged one
  await server.query(`create database ${database.name} owner ${database.name}_admin`);
  expect(await run('migrate', database, other)).toEqual(
    refused(new RegExp(`They are also used in ${former}, .+\n(?:.+\n)*- .+ set it to its old value\\.`)),
  );
  await server.query(`drop database ${former} with (force)`);
  expect(await run('migrate', database, other)).toEqual(succeeded('have got other passwords'));
  expect(await countAccounts(database, other)).toBe(0);
  await database.drop();
});
