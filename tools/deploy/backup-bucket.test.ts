import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startS3StandIn, type S3StandIn } from '@mizan/stand-ins';
import { eventually, startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import {
  createDeployDatabase,
  insertAccount,
  runOneShot,
  type DeployDatabase,
  type OneShot,
} from './one-shot.test-support.ts';

const rootSecret = 'a-root-secret-of-more-than-thirty-two-characters';
let world: World;
let shop: DeployDatabase;
let s3: S3StandIn;
const folders: string[] = [];
/** Of the machine that the platform runs on. */
let here: { backups: string; uploads: string };
/** What each command has printed. */
const outputs: string[] = [];

beforeAll(async () => {
  world = await startWorld({ services: [], nats: false });
  s3 = await startS3StandIn();
  here = { backups: await newFolder(), uploads: await newFolder() };
  shop = await createDeployDatabase(world, 'shop');
  await succeed('migrate', [], { DATABASE_URL: shop.adminUrl, MIZAN_SECRET: rootSecret });
  await insertAccount(shop);
  await writeFile(join(here.uploads, 'picture.png'), randomBytes(6 * 1024 * 1024));
});
afterAll(async () => {
  await shop.drop();
  await s3.leave();
  await world.stop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-bucket-'));
  folders.push(folder);
  return folder;
}

async function query(database: DeployDatabase, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const settings = ({ adminUrl }: DeployDatabase, { backups, uploads }: typeof here): Record<string, string> => ({
  DATABASE_URL: adminUrl,
  MIZAN_SECRET: rootSecret,
  MIZAN_BACKUP_FOLDER: backups,
  MIZAN_UPLOADS_FOLDER: uploads,
  MIZAN_BACKUP_S3_BUCKET: s3.bucket,
  MIZAN_BACKUP_S3_ENDPOINT: s3.url,
  MIZAN_BACKUP_S3_REGION: '',
  MIZAN_BACKUP_S3_PREFIX: 'shop',
  MIZAN_BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
  MIZAN_BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  MIZAN_BACKUP_S3_PATH_STYLE: '',
});

/** Runs a command to its end. */
async function run(...[script, args, env]: Parameters<typeof runOneShot>): Promise<OneShot & { code: number | null }> {
  const oneShot = runOneShot(script, args, env);
  const code = await oneShot.status;
  outputs.push(oneShot.output, oneShot.errors);
  return Object.assign(oneShot, { code });
}

async function succeed(...command: Parameters<typeof runOneShot>): Promise<string> {
  const { code, output, errors } = await run(...command);
  expect([code, errors]).toEqual([0, '']);
  return output;
}

const backupsHere = async () => (await readdir(here.backups)).filter((name) => name.endsWith('Z')).sort();
/** The name of the next backup is another one: names are times, to the second. */
const nextSecond = () => eventually(async () => expect(await backupsHere()).not.toContain(nameNow()));
const nameNow = () => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

test('a backup of one machine is restored on a new one straight from the bucket, with its pictures', async () => {
  const output = await succeed('backup', [], settings(shop, here));
  const [name = ''] = await backupsHere();
  expect(output).toContain(`backup: ${name} is in s3://backups/shop.\n`);
  expect(s3.objects.get(`shop/${name}/uploads/picture.png`)?.parts).toBe(2);

  const [fresh, there] = [
    await createDeployDatabase(world, 'fresh'),
    { backups: await newFolder(), uploads: await newFolder() },
  ];
  const env = settings(fresh, there);
  await succeed('migrate', [], env);
  expect(await succeed('backup', [], env)).toContain('is not uploaded: the platform had no account yet.');
  const [ofEmpty = ''] = await readdir(there.backups);
  expect(await succeed('restore', ['--list'], env)).toBe(
    `${ofEmpty}  with 0 pictures  volume\n${name}  with 1 picture  bucket\n`,
  );
  expect(await succeed('restore', ['--from', 'bucket', 'latest'], env)).toContain(`restore: ${name} is restored: `);
  expect(await query(fresh, 'select display_name from gateway.accounts')).toEqual([
    { display_name: 'Nile Soap House' },
  ]);
  const [before, after] = await Promise.all([here, there].map(({ uploads }) => readFile(join(uploads, 'picture.png'))));
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true);
  const again = await run('restore', ['--from', 'bucket', name], env);
  expect([again.code, again.errors]).toEqual([1, 'restore: the database has accounts: restore into an empty one.\n']);
  await fresh.drop();
});

test.each([
  ['this', (manifest: object) => manifest],
  ['an earlier', (manifest: object) => ({ ...manifest, uploadCount: undefined, uploadList: undefined })],
])('a backup of %s version that has no pictures is restored from the bucket too', async (version, change) => {
  const [fresh, there] = [
    await createDeployDatabase(world, `${version.replace(' ', '_')}_version`),
    { backups: await newFolder(), uploads: await newFolder() },
  ];
  const prefix = { MIZAN_BACKUP_S3_PREFIX: `of-${version.replace(' ', '-')}-version` };
  await succeed('backup', [], { ...settings(shop, there), ...prefix });
  const [name = ''] = await readdir(there.backups);
  const manifest = await readFile(join(there.backups, name, 'manifest.json'), 'utf8');
  const body = Buffer.from(JSON.stringify(change(JSON.parse(manifest) as object)));
  const key = `${prefix.MIZAN_BACKUP_S3_PREFIX}/${name}/manifest.json`;
  s3.objects.set(key, { body, contentType: undefined, parts: 0 });
  const env = { ...settings(fresh, { ...there, backups: await newFolder() }), ...prefix };
  await succeed('migrate', [], env);
  expect(await succeed('restore', ['--from', 'bucket'], env)).toContain(' rows, with 0 pictures, as of ');
  await fresh.drop();
});

test('a picture that was damaged in the bucket, and a list of pictures that is lost there, are refused by their names', async () => {
  const prefix = { MIZAN_BACKUP_S3_PREFIX: 'damaged' };
  const [fresh, source] = [await createDeployDatabase(world, 'damaged'), { ...here, backups: await newFolder() }];
  await succeed('backup', [], { ...settings(shop, source), ...prefix });
  const [name = ''] = await readdir(source.backups);
  const parent = await newFolder();
  const there = { backups: await newFolder(), uploads: join(parent, 'uploads') };
  const env = { ...settings(fresh, there), ...prefix };
  await succeed('migrate', [], env);
  const [picture, list] = [`damaged/${name}/uploads/picture.png`, `damaged/${name}/uploads.jsonl`];
  const stored = s3.objects.get(picture);
  if (!stored) throw new Error('the picture is not in the bucket');
  s3.objects.set(picture, { ...stored, body: randomBytes(stored.body.length) });
  const damaged = await run('restore', ['--from', 'bucket', name], env);
  expect([damaged.code, damaged.errors]).toEqual([
    1,
    'restore: uploads/picture.png of the backup is missing or damaged. Nothing has been restored. Copy or download all of the backup again.\n',
  ]);
  s3.objects.set(picture, stored);
  expect(s3.objects.delete(list)).toBe(true);
  const lost = await run('restore', ['--from', 'bucket', name], env);
  expect([lost.code, lost.errors]).toEqual([
    1,
    'restore: uploads.jsonl of the backup is missing or damaged. Nothing has been restored. Copy or download all of the backup again.\n',
  ]);
  expect(await query(fresh, 'select from gateway.accounts')).toEqual([]);
  expect(await readdir(parent)).toEqual([]);
  await fresh.drop();
});

test('a restore into a database without tables says in one line to create them first, and creates no folder of pictures', async () => {
  const bare = await createDeployDatabase(world, 'bare');
  const parent = await newFolder();
  const uploads = join(parent, 'uploads');
  const { code, output, errors } = await run('restore', [], settings(bare, { ...here, uploads }));
  expect(await readdir(parent)).toEqual([]);
  await bare.drop();
  expect([code, output, errors]).toEqual([
    1,
    '',
    'restore: This database has no tables yet: run tools/deploy/migrate.ts first.\n',
  ]);
});

test.each(['backup', 'restore'])('%s --help prints how to use it without any setting', async (script) => {
  expect(await succeed(script, ['--help'], {})).toMatch(new RegExp(`^Usage: tools/deploy/${script}\\.ts `));
});

test('while the store is away or the key is wrong a run fails and the backup stays here; the next run uploads what is missing', async () => {
  const env = settings(shop, here);
  const before = await backupsHere();
  await nextSecond();
  await s3.leave();
  const away = await run('backup', [], env);
  expect([away.code, away.errors]).toEqual([1, `backup: ${s3.url} cannot be reached: ECONNREFUSED.\n`]);
  const check = await run('check-backups', ['24'], env);
  expect([check.code, check.errors]).toEqual([
    1,
    expect.stringMatching(/^check-backups: the last backup failed: \S+ http\S+ cannot be reached: ECONNREFUSED\.\n$/),
  ]);
  await s3.comeBack();
  await nextSecond();
  const wrongKey = 'a secret access key that is wrong';
  const refused = await run('backup', [], { ...env, MIZAN_BACKUP_S3_SECRET_ACCESS_KEY: wrongKey });
  expect([refused.code, refused.errors]).toEqual([
    1,
    `backup: ${s3.url} refused the signature: check MIZAN_BACKUP_S3_SECRET_ACCESS_KEY and _REGION.\n`,
  ]);
  expect(outputs.join()).not.toContain(wrongKey);
  expect(await backupsHere()).toHaveLength(before.length + 2);

  // The timer: the newest backup is young, so it only uploads.
  const timer = runOneShot('backup', ['--every', '24'], env);
  const missing = (await backupsHere()).slice(before.length);
  try {
    await eventually(() => {
      for (const name of missing) expect(timer.output).toContain(`backup: ${name} is in s3://backups/shop.\n`);
    });
    await eventually(async () => expect((await run('check-backups', ['24'], env)).code).toBe(0));
  } finally {
    timer.child.kill(); // also when what is expected does not come
    await timer.status;
  }
  outputs.push(timer.output, timer.errors);
  expect(timer.output).not.toContain(' rows of ');
  expect(await backupsHere()).toHaveLength(before.length + 2);
});

test('the bucket keeps as many backups as the volume', async () => {
  const env = { ...settings(shop, here), MIZAN_BACKUP_KEEP: '2' };
  await nextSecond();
  await succeed('backup', [], env);
  const names = await backupsHere();
  expect(names).toHaveLength(2);
  expect(await succeed('backup', ['--list'], env)).toBe(
    names
      .toReversed()
      .map((name) => `${name}  with 1 picture  volume, bucket\n`)
      .join(''),
  );
});

test.each([
  [['../../etc'], 'restore: "../../etc" is not the name of a backup: --list shows them.\n'],
  [['--from', 'bucket', 'a/../b'], 'restore: "a/../b" is not the name of a backup: --list shows them.\n'],
  [
    ['--from', 'bucket', '2020-01-01T00-00-00Z'],
    'restore: there is no backup 2020-01-01T00-00-00Z in s3://backups/shop.\n',
  ],
  [['--from', 'disk'], 'restore: --from: must be volume or bucket.\n'],
  [['--form', 'bucket'], "restore: Unknown option '--form'"],
])('restore %j is refused in one line', async (args, message) => {
  const { code, output, errors } = await run('restore', args, settings(shop, here));
  expect([code, output, errors.slice(0, message.length)]).toEqual([1, '', message]);
  expect(errors.trim().split('\n')).toHaveLength(1);
});

test('--list shows the backups of this machine also while the bucket cannot be read', async () => {
  const env = { ...settings(shop, here), MIZAN_BACKUP_S3_BUCKET: 'absent' };
  const { code, output, errors } = await run('backup', ['--list'], env);
  const names = await backupsHere();
  expect([code, output]).toEqual([
    1,
    names
      .toReversed()
      .map((name) => `${name}  with 1 picture  volume\n`)
      .join(''),
  ]);
  expect(errors).toContain('has no bucket absent');
});

test('no command has printed a secret', () => {
  expect(outputs.join().length).toBeGreaterThan(1_000);
  for (const secret of [s3.secretAccessKey, rootSecret, ':secret@']) expect(outputs.join()).not.toContain(secret);
});

test('the AWS SDK is loaded only where a bucket is set', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    let loaded = 0;
    registerHooks({ load: (url, context, next) => ((loaded += /@aws-sdk|@smithy/.test(url)), next(url, context)) });
    await import('${new URL('./backup.ts', import.meta.url).href}');
    console.log(loaded > 0);
  `;
  const isLoaded = async (bucket: string) => {
    const env = { ...settings(shop, here), NODE_OPTIONS: '', MIZAN_BACKUP_S3_BUCKET: bucket };
    const args = ['--input-type=module', '-e', script, '--', '--list'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return stdout.trim().split('\n').at(-1);
  };
  expect([await isLoaded(''), await isLoaded(s3.bucket)]).toEqual(['false', 'true']);
});
