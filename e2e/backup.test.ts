import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalog } from '@mizan/catalog/app';
import { checkout } from '@mizan/checkout/app';
import { serviceNames, type LedgerVerification, type PaymentIntent, type Restore } from '@mizan/contracts';
import { customers } from '@mizan/customers/app';
import { gateway } from '@mizan/gateway/app';
import { payments } from '@mizan/payments/app';
import { backupMarkOf } from '@mizan/service-kit/backup-mark';
import { migrate } from '@mizan/service-kit/schema';
import { BackupBucket } from '@mizan/stack/backup-bucket';
import { nameOfBackup } from '@mizan/stack/backup-folder';
import type { BackupManifest } from '@mizan/stack/backup-manifest';
import { downloadBackup } from '@mizan/stack/download-backup';
import { restoreBackup } from '@mizan/stack/restore-backup';
import { uploadBackups } from '@mizan/stack/upload-backups';
import { writeBackup } from '@mizan/stack/write-backup';
import { startS3StandIn, type S3StandIn } from '@mizan/stand-ins';
import { eventually, type World } from '@mizan/testing';
import { webhooks } from '@mizan/webhooks/app';
import { startPlatform, Storefront } from './storefront.test-support.ts';

const services = { gateway, catalog, customers, checkout, payments, webhooks };
const operatorToken = 'the operator token of these tests, long enough';
let shop: Storefront;
let other: Storefront;
let s3: S3StandIn;
let parent: string;
/** The backup that the first test restores. */
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mizan-backup-'));
  s3 = await startS3StandIn();
  const env = { MIZAN_OPERATOR_TOKEN: operatorToken };
  shop = new Storefront(await startPlatform(env, 'own', false));
  other = new Storefront(await startPlatform(env, 'own', false));
});
afterAll(async () => {
  await Promise.all([shop.world.stop(), other.world.stop()]);
  await s3.leave();
  await rm(parent, { recursive: true });
});

const secretMarkOf = ({ rootSecret }: World) => backupMarkOf(rootSecret);
const adminUrlOf = (world: World) => String(world.db('gateway').options.connectionString);

async function stopServices({ world }: Storefront): Promise<void> {
  for (const name of serviceNames) await world.replica(name).stop();
}

/** Gives a stack whose services are stopped a new database: every table of this version, and no row. */
async function emptyDatabase({ world }: Storefront): Promise<void> {
  for (const name of serviceNames) {
    const { ownerUrl, runtimeUrl } = world.databaseUrls(name);
    const [owner, app] = [new URL(ownerUrl).username, new URL(runtimeUrl).username];
    await world.db('gateway').query(`
      drop schema ${name} cascade;
      create schema ${name} authorization ${owner};
      grant usage on schema ${name} to ${app};
      alter default privileges for role ${owner} in schema ${name} grant select, insert, update, delete on tables to ${app};
      alter default privileges for role ${owner} in schema ${name} grant usage on sequences to ${app}`);
    await migrate(services[name].orm, ownerUrl);
  }
}

const verification = async ({ world }: Storefront): Promise<LedgerVerification> =>
  (await world.api<LedgerVerification>('GET', '/operator/ledger/verification', undefined, { key: operatorToken })).body;

test('a backup of a running stack, restored on another one from a bucket, is complete: the ledger adds up, and old payments and new ones work', async () => {
  const first = await shop.buy(7_000, 3);
  await eventually(async () => expect((await shop.price(first.price.id)).stock).toBe(2));
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: first.intentId, amount: 1_000 });
  let isBuying = true;
  const buying = (async () => {
    while (isBuying) await shop.buy(2_000);
  })();
  const uploads = await mkdtemp(join(tmpdir(), 'mizan-uploads-'));
  await writeFile(join(uploads, 'picture.png'), 'a picture');
  const secretMark = secretMarkOf(shop.world);
  const name = nameOfBackup(new Date());
  const [here, there] = [join(parent, 'here'), join(parent, 'there')];
  const manifest = await writeBackup(adminUrlOf(shop.world), { folder: join(here, name), uploads, secretMark });
  isBuying = false;
  await buying;
  expect(manifest.tables.find(({ name }) => name === 'ledger_entries')?.rows).toBeGreaterThan(4);

  const bucket = await BackupBucket.open({
    bucket: s3.bucket,
    prefix: 'shops/صابون & co+1',
    endpoint: s3.url,
    region: 'eu-central-1',
    credentials: s3,
    isPathStyle: true,
  });
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  await uploadBackups(bucket, { folder: here, keep: 7, secretMark, report, progressMs: 0 });

  await stopServices(other);
  await emptyDatabase(other);
  await other.world.nats.wipe();
  await rm(uploads, { recursive: true });
  await downloadBackup(bucket, { name, folder: there, secretMark, report, progressMs: 0 });
  folder = join(there, name);
  await restoreBackup(adminUrlOf(other.world), { folder, uploads, secretMark: secretMarkOf(other.world) });
  const [files] = /\d+(?= files, [\d.]+ MiB, to )/.exec(lines[0] ?? '') ?? [];
  expect(
    lines.filter((line) => line.startsWith(`${name}: `) && line.includes(` of ${files} files, `)).length,
  ).toBeGreaterThan(8);
  expect(await readFile(join(uploads, 'picture.png'), 'utf8')).toBe('a picture');
  await other.world.nats.start();
  for (const name of serviceNames) await other.world.replica(name).start();

  await eventually(async () => expect(await verification(other)).toMatchObject({ findingsTotal: 0 }));
  const restored = await other.expect<PaymentIntent>(200, 'GET', `/payment-intents/${first.intentId}`);
  expect(restored).toMatchObject({ status: 'PARTIALLY_REFUNDED', amountRefunded: 1_000 });
  await other.expect(201, 'POST', '/refunds', { paymentIntentId: first.intentId, amount: 500 });
  const exporting = '/operator/payout-exports/exp_after_restore';
  const asOperator = <Body>(method: 'PUT' | 'POST', path: string) =>
    other.world.api<Body>(method, path, {}, { key: operatorToken });
  expect((await asOperator('PUT', exporting)).status).toBe(409); // the bank may have executed any
  const { body } = await asOperator<Restore>('POST', '/operator/restore/release');
  expect([body.restoredTo, body.releasedAt]).toEqual([manifest.createdAt, expect.any(String)]);
  expect((await asOperator('PUT', exporting)).status).toBe(200);
  const { price } = await other.buy(9_000, 5);
  await eventually(async () => expect((await other.price(price.id)).stock).toBe(4));
  expect((await other.price(first.price.id)).stock).toBe(2);
  await eventually(async () => expect(await verification(other)).toMatchObject({ findingsTotal: 0 }));
});

test('a stopped stack is backed up and restored row by row', async () => {
  await stopServices(other);
  const [again, twice] = [`${folder}-again`, `${folder}-twice`];
  const [adminUrl, secretMark] = [adminUrlOf(other.world), secretMarkOf(other.world)];
  const before = await writeBackup(adminUrl, { folder: again, secretMark });
  await emptyDatabase(other);
  await restoreBackup(adminUrl, { folder: again, secretMark });
  const after = await writeBackup(adminUrl, { folder: twice, secretMark });
  const content = ({ tables }: BackupManifest) =>
    tables.map(({ schema, name, rows, lastNumbers }) => ({ schema, name, rows, lastNumbers }));
  const isRestores = ({ name }: { readonly name: string }) => name === 'restores';
  expect(content(after).filter((table) => !isRestores(table))).toEqual(
    content(before).filter((table) => !isRestores(table)),
  );
  const restoresIn = (manifest: BackupManifest) => content(manifest).find(isRestores)?.rows ?? 0;
  expect(restoresIn(after) - restoresIn(before)).toBe(1);
  const { rows } = await other.world.db('gateway').query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
      where schemaname = any($1) and sequencename not like 'migrations%'`,
    [serviceNames],
  );
  const restored = after.tables.flatMap(({ sequences }) => Object.values(sequences));
  expect(restored.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('a backup whose connection PostgreSQL ends says so in one line, and leaves nothing', async () => {
  const [adminUrl, secretMark] = [adminUrlOf(other.world), secretMarkOf(other.world)];
  const interrupted = `${folder}-interrupted`;
  const holder = await other.world.db('gateway').connect();
  try {
    await holder.query('begin; lock table gateway.accounts in access exclusive mode');
    const backup = writeBackup(adminUrl, { folder: interrupted, secretMark });
    const refused = expect(backup).rejects.toMatchObject({
      name: 'SetupProblem',
      message: 'PostgreSQL ended the connection: terminating connection due to administrator command.',
    });
    await eventually(async () => {
      const { rows } = await other.world
        .db('catalog')
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy (%' and wait_event_type = 'Lock'`,
        );
      expect(rows).toHaveLength(1);
    });
    await refused;
    expect((await readdir(dirname(interrupted))).filter((name) => name.includes('interrupted'))).toEqual([]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

test('what does not fit is refused, and the database stays as it was', async () => {
  const [adminUrl, secretMark] = [adminUrlOf(other.world), secretMarkOf(other.world)];
  await expect(restoreBackup(adminUrl, { folder, secretMark })).rejects.toThrow('the database has accounts');
  await expect(restoreBackup(adminUrl, { folder: tmpdir(), secretMark })).rejects.toThrow('it has no manifest.json');
  await expect(restoreBackup(adminUrl, { folder, secretMark: backupMarkOf('another secret') })).rejects.toThrow(
    'another MIZAN_SECRET',
  );
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as BackupManifest;
  const migrations = { ...manifest.migrations, payments: [...(manifest.migrations['payments'] ?? []), 'Later'] };
  await writeFile(file, JSON.stringify({ ...manifest, migrations }));
  await expect(restoreBackup(adminUrl, { folder, secretMark })).rejects.toThrow('Not applied here: payments/Later');
  await appendFile(join(folder, 'payments.ledger_entries.copy.gz'), 'x');
  await expect(restoreBackup(adminUrl, { folder, secretMark })).rejects.toThrow(
    'payments.ledger_entries.copy.gz of the backup is missing or damaged. Nothing has been restored.',
  );
});
