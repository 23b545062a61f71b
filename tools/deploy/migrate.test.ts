import { mkdir, mkdtemp, readFile, readdir, rm, writeFile, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import { isBackupName } from '@mizan/stack/backup-folder';
import { eventually, startWorld, type World } from '@mizan/testing';
import pg from 'pg';
import { createDeployDatabase, insertAccount, runOneShot, type DeployDatabase } from './one-shot.test-support.ts';
import { secretSettings } from './secret-settings.ts';

const rootSecret = 'a-root-secret-of-more-than-thirty-two-characters';
const operatorToken = 'an operator token of more than thirty-two characters';
let world: World;
let database: DeployDatabase;

beforeAll(async () => {
  world = await startWorld({ services: [], nats: false });
  database = await createDeployDatabase(world, 'deploy');
});

afterAll(async () => {
  await database.drop();
  await world.stop();
});

const makeFolder = (name: string) => mkdtemp(join(tmpdir(), `mizan-${name}-`));
const setup = () => ({ DATABASE_URL: database.adminUrl, MIZAN_SECRET: rootSecret });

type Settings = Record<string, Record<string, string | undefined>>;
let printing: Promise<Settings> | undefined;

/** The settings that each service's Secret holds, printed once. */
const printedSettings = (): Promise<Settings> => (printing ??= printSettings());

async function printSettings(): Promise<Settings> {
  const items = await printSecrets(setup());
  return Object.fromEntries(items.map((item) => [nameOf(item), parseEnv(item.stringData['env'] ?? '')]));
}

interface Secret {
  readonly metadata: { readonly name: string };
  readonly stringData: Readonly<Record<string, string>>;
}
const nameOf = ({ metadata }: Secret) => metadata.name;

async function printSecrets(env: Record<string, string>): Promise<readonly Secret[]> {
  const printed = runOneShot('print-kubernetes-secrets', [], env);
  expect(await printed.status).toBe(0);
  return (JSON.parse(printed.output) as { items: Secret[] }).items;
}

test('a pod waits until the migrations of its version are there; two jobs at once are as good as one, and need no superuser', async () => {
  const { 'mizan-payments': payments } = await printedSettings();
  const waiting = runOneShot('await-migrations', ['payments'], { DATABASE_URL: payments?.['DATABASE_URL'] ?? '' });
  await eventually(() => expect(waiting.output).toContain('payments waits for'));

  const jobs = [runOneShot('migrate', [], setup()), runOneShot('migrate', [], setup())];
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
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'delete from customers.migrations where id = (select max(id) from customers.migrations) returning name',
  );
  const waiting = runOneShot('await-migrations', ['customers'], { DATABASE_URL: url });
  await eventually(() => expect(waiting.output).toContain(`customers waits for: ${rows[0]?.name}`));
  await client.query('insert into customers.migrations (name) values ($1)', [rows[0]?.name]);
  await client.end();
  expect(await waiting.status).toBe(0);
});

test('the same login backs up and restores; a platform without accounts removes only backups without accounts; the operator is reminded of the secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
  const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder, MIZAN_BACKUP_KEEP: '1' };
  const [earlier, empty] = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z'];
  for (const name of [earlier, empty]) await mkdir(join(folder, name));
  await writeFile(join(folder, empty, 'manifest.json'), '{"format":1,"tables":[]}');
  const backup = runOneShot('backup', [], env);
  expect([await backup.status, backup.output]).toEqual([
    0,
    expect.stringMatching(
      /^backup: MIZAN_SECRET is not part of a backup, .+\nbackup: \S+ has \d+ rows of \d+ tables, without pictures: MIZAN_UPLOADS_FOLDER is not set\.\n$/,
    ),
  ]);
  const list = runOneShot('backup', ['--list'], env);
  await list.status;
  const [, name = ''] = (await readdir(folder)).sort();
  expect([list.output, (await readdir(folder)).sort()]).toEqual([
    `${name}  without pictures\n${earlier}  cannot be read\n`,
    [earlier, name],
  ]);
  const restore = runOneShot('restore', [], env);
  expect([await restore.status, restore.errors, restore.output]).toEqual([
    0,
    '',
    expect.stringContaining(`${name} is restored`),
  ]);
  await rm(folder, { recursive: true });
});

test('a backup that fails leaves nothing, and removes what one that was stopped has left a day ago', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
  const [stopped, inProgress] = ['2026-01-01T00-00-00Z.unfinished', '2026-01-02T00-00-00Z.unfinished'];
  for (const name of [stopped, inProgress]) await mkdir(join(folder, name));
  await utimes(join(folder, stopped), new Date('2026-01-01'), new Date('2026-01-01'));
  const uploads = await mkdtemp(join(tmpdir(), 'mizan-uploads-'));
  await mkdir(join(uploads, 'a folder cannot be copied'));
  const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder, MIZAN_UPLOADS_FOLDER: uploads };
  expect(await failureOf('backup', env)).toMatch(
    /^an uploaded picture cannot be copied \(.+\)\. Let this user read .+\.$/,
  );
  const unreachable = { ...env, DATABASE_URL: 'postgres://none@127.0.0.1:1/none' };
  expect(await failureOf('backup', unreachable)).toBe(
    'PostgreSQL at 127.0.0.1:1 cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL.',
  );
  expect((await readdir(folder)).sort()).toEqual([inProgress, 'last-failure']);
  for (const each of [folder, uploads]) await rm(each, { recursive: true });
});

/** Of a command that fails in one line: what it says after its name. */
async function failureOf(script: string, env: Record<string, string>): Promise<string> {
  const { status, errors } = await endOf(script, env);
  const [, message = ''] = new RegExp(`^${script}: (.+)\\n$`).exec(errors) ?? [];
  expect([status, errors]).toEqual([1, `${script}: ${message}\n`]);
  return message;
}

async function endOf(script: string, env: Record<string, string>) {
  const oneShot = runOneShot(script, [], env);
  return { status: await oneShot.status, errors: oneShot.errors, output: oneShot.output };
}

test('a folder of pictures that is missing or is a file fails the backup, which writes nothing; each command counts the pictures of a backup', async () => {
  const [folder, uploads, parent] = [
    await makeFolder('backups'),
    await makeFolder('uploads'),
    await makeFolder('parent'),
  ];
  const pictures = (path: string) => ({ ...setup(), MIZAN_BACKUP_FOLDER: folder, MIZAN_UPLOADS_FOLDER: path });
  const [missing, file] = [join(parent, 'missing'), join(parent, 'file')];
  await writeFile(file, '');
  for (const [path, code] of [
    [missing, 'ENOENT'],
    [file, 'ENOTDIR'],
  ] as const) {
    const message = await failureOf('backup', pictures(path));
    expect(message).toContain(`MIZAN_UPLOADS_FOLDER: the uploaded pictures in ${path} cannot be read (${code}: `);
    expect(message).toContain('Set it to the folder of catalog');
    expect(await readdir(folder)).toEqual(['last-failure']);
  }

  for (const name of ['one.png', 'two.png', 'three.png.part']) await writeFile(join(uploads, name), 'a picture');
  const written = await endOf('backup', pictures(uploads));
  expect([written.status, written.output]).toEqual([0, expect.stringMatching(/ tables, with 2 pictures\.\n$/)]);
  const list = runOneShot('restore', ['--list'], pictures(uploads));
  expect([await list.status, list.output]).toEqual([0, expect.stringMatching(/^\S+Z {2}with 2 pictures\n$/)]);
  expect(await failureOf('restore', pictures(file))).toContain(
    `MIZAN_UPLOADS_FOLDER: ${file} cannot be written (EEXIST: `,
  );
  const restored = await endOf('restore', pictures(missing)); // created, as for a new machine
  expect([restored.status, restored.output]).toEqual([0, expect.stringContaining(' rows, with 2 pictures, as of ')]);
  expect((await readdir(missing)).sort()).toEqual(['one.png', 'two.png']);
  const unset = await endOf('restore', pictures(''));
  expect(unset.output).toContain(' rows, without its pictures (MIZAN_UPLOADS_FOLDER is not set), as of ');
  const [name = ''] = await readdir(folder);
  await rm(join(folder, name, 'uploads', 'two.png'));
  await asOfEarlierVersion(join(folder, name));
  expect(await failureOf('restore', pictures(missing))).toBe(
    'the backup has 1 of its 2 pictures: copy or download all of it again.',
  );
  await restoreWithoutFolderOfPictures(join(folder, name), pictures(missing));
  for (const each of [folder, uploads, parent]) await rm(each, { recursive: true });
});

/** Such a backup does not list its pictures. */
async function asOfEarlierVersion(backup: string): Promise<void> {
  const manifestFile = join(backup, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as object;
  await writeFile(manifestFile, JSON.stringify({ ...manifest, uploadList: undefined }));
  await rm(join(backup, 'uploads.jsonl'));
}

test('a picture of a backup that is missing or damaged is named, and nothing is restored; an empty picture and an earlier version’s are', async () => {
  const [folder, uploads, parent] = [
    await makeFolder('backups'),
    await makeFolder('uploads'),
    await makeFolder('parent'),
  ];
  const restoredTo = join(parent, 'uploads');
  const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder, MIZAN_UPLOADS_FOLDER: uploads };
  const restoring = { ...env, MIZAN_UPLOADS_FOLDER: restoredTo };
  const odd = 'two\n\u2028"صابون.png';
  await writeFile(join(uploads, 'one.png'), 'a picture');
  await writeFile(join(uploads, odd), '');
  expect((await endOf('backup', env)).status).toBe(0);
  const [name = ''] = await readdir(folder);
  const [backup, picture] = [join(folder, name), join(folder, name, 'uploads', 'one.png')];

  const unreachable = { ...restoring, DATABASE_URL: 'postgres://none@127.0.0.1:1/none' };
  for (const damaged of ['', 'a picture and more', 'a pictvre']) {
    await writeFile(picture, damaged);
    for (const each of [restoring, unreachable])
      expect(await failureOf('restore', each)).toBe(
        'uploads/one.png of the backup is missing or damaged. Nothing has been restored. Copy or download all of the backup again.',
      );
  }
  await rm(picture);
  expect(await failureOf('restore', restoring)).toBe(
    'uploads/one.png of the backup is missing or damaged. Nothing has been restored. Copy or download all of the backup again.',
  );
  await writeFile(picture, 'a picture');
  const list = join(backup, 'uploads.jsonl');
  const lines = await readFile(list, 'utf8');
  await writeFile(list, lines.slice(0, lines.indexOf('\n') + 1)); // cut off after a whole line
  expect(await failureOf('restore', restoring)).toBe(
    'uploads.jsonl of the backup is missing or damaged. Nothing has been restored. Copy or download all of the backup again.',
  );
  expect(await readdir(parent)).toEqual([]);

  await writeFile(list, lines);
  const restored = await endOf('restore', restoring);
  expect([restored.status, restored.output]).toEqual([0, expect.stringContaining(' rows, with 2 pictures, as of ')]);
  expect((await readdir(restoredTo)).sort()).toEqual(['one.png', odd].sort());
  await asOfEarlierVersion(backup);
  await writeFile(picture, 'another'); // which such a backup cannot know
  expect((await endOf('restore', restoring)).output).toContain(' rows, with 2 pictures, as of ');
  for (const each of [folder, uploads, parent]) await rm(each, { recursive: true });
});

/** Neither a backup that says how many pictures it has nor one of an earlier version may pass for one without. */
async function restoreWithoutFolderOfPictures(backup: string, env: Record<string, string>): Promise<void> {
  const [manifestFile, pictures] = [join(backup, 'manifest.json'), join(backup, 'uploads')];
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as object;
  for (const changes of [{}, { uploadCount: undefined }]) {
    await writeFile(manifestFile, JSON.stringify({ ...manifest, ...changes }));
    await rm(pictures, { recursive: true });
    expect(await failureOf('restore', env)).toMatch(
      /^the pictures of the backup cannot be read \(ENOENT: .+\)\. Let this user read their folder; if it is missing, copy or download .+ again\.$/,
    );
    await writeFile(pictures, ''); // there, and no folder
    expect(await failureOf('restore', env)).toContain('the pictures of the backup cannot be read (ENOTDIR: ');
  }
}

test('a folder of pictures that goes away during a backup is not blamed on the folder of backups', async () => {
  const [folder, uploads] = [await makeFolder('backups'), await makeFolder('uploads')];
  const holder = new pg.Client({ connectionString: database.superuserUrl });
  await holder.connect();
  let failure: Promise<string>;
  try {
    await holder.query('begin; lock table gateway.accounts in access exclusive mode');
    failure = failureOf('backup', { ...setup(), MIZAN_BACKUP_FOLDER: folder, MIZAN_UPLOADS_FOLDER: uploads });
    const waiting = `select from pg_stat_activity where query like 'copy (%' and wait_event_type = 'Lock' and datname = $1`;
    await eventually(async () => expect((await world.db('gateway').query(waiting, [database.name])).rowCount).toBe(1));
    await rm(uploads, { recursive: true });
  } finally {
    await holder.end();
  }
  expect(await failure).toContain(`MIZAN_UPLOADS_FOLDER: the uploaded pictures in ${uploads} cannot be read (ENOENT: `);
  await rm(folder, { recursive: true });
});

test('a folder of backups that cannot be created or written is one sentence, also where the system never creates folders', async () => {
  const parent = await makeFolder('parent');
  const file = join(parent, 'file');
  await writeFile(file, '');
  for (const folder of [file, join(file, 'backups'), '/proc', '/proc/nope', '/proc/nope/backups'])
    expect(await failureOf('backup', { ...setup(), MIZAN_BACKUP_FOLDER: folder })).toMatch(
      new RegExp(
        `^MIZAN_BACKUP_FOLDER: ${folder} cannot be written \\(E[A-Z]+: .+\\)\\. Let this user write there, .+\\.$`,
      ),
    );
  await rm(parent, { recursive: true });
});

test.each(['backup', 'restore'])(
  '%s says in one sentence that the password or the name of the database is wrong',
  async (script) => {
    const folder = await makeFolder('backups');
    const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder };
    expect((await endOf('backup', env)).status).toBe(0);
    const url = new URL(database.adminUrl);
    url.pathname = '/absent';
    expect(await failureOf(script, { ...env, DATABASE_URL: url.href })).toMatch(
      /^PostgreSQL at \S+ has no database absent: create it, or correct DATABASE_URL\.$/,
    );
    url.pathname = new URL(database.adminUrl).pathname;
    url.password = 'another';
    expect(await failureOf(script, { ...env, DATABASE_URL: url.href })).toMatch(
      /^PostgreSQL at \S+ refused the login \S+_admin \(password authentication failed .+\): correct its name and password in DATABASE_URL\.$/,
    );
    await rm(folder, { recursive: true });
  },
);

test('a server that refuses connections is not reported as out of reach: its own reason is passed on', async () => {
  const folder = await makeFolder('backups');
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  const admin = pg.escapeIdentifier(new URL(database.adminUrl).username);
  await superuser.query(`alter role ${admin} connection limit 0`);
  const message = await failureOf('backup', { ...setup(), MIZAN_BACKUP_FOLDER: folder });
  await superuser.query(`alter role ${admin} connection limit -1`);
  await superuser.end();
  expect(message).toMatch(
    /^PostgreSQL at \S+:\d+ refused the connection: too many connections for role "\w+_admin"\.$/,
  );
  await rm(folder, { recursive: true });
});

test('a backup of another secret is refused before the database is reached; one without a mark is restored with a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
  const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder };
  expect(await runOneShot('backup', [], env).status).toBe(0);
  const [name = ''] = await readdir(folder);
  const [unreachable, otherSecret] = ['postgres://none@127.0.0.1:1/none', 'another-secret-of-more-than-32-characters'];
  const refused = runOneShot('restore', [], { ...env, DATABASE_URL: unreachable, MIZAN_SECRET: otherSecret });
  expect([await refused.status, refused.output, refused.errors]).toEqual([
    1,
    '',
    expect.stringMatching(/^restore: the backup was written under another MIZAN_SECRET .+ Set MIZAN_SECRET to .+\n$/),
  ]);

  const file = join(folder, name, 'manifest.json');
  const manifest = await readFile(file, 'utf8');
  expect(manifest).not.toContain(rootSecret);
  const { secretMark, ...earlier } = JSON.parse(manifest) as { secretMark: string };
  expect(secretMark).toHaveLength(43);
  await writeFile(file, JSON.stringify(earlier));
  const restored = runOneShot('restore', [], env);
  expect([await restored.status, restored.output, restored.errors]).toEqual([
    0,
    expect.stringContaining(`${name} is restored`),
    expect.stringContaining('did not record which MIZAN_SECRET it needs'),
  ]);
  await rm(folder, { recursive: true });
});

test('a backup under another secret is refused before anything is written: by the logins of the services, and by the backups that are there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
  const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder };
  const otherSecret = 'another-secret-of-more-than-32-characters';
  const refused = runOneShot('backup', [], { ...env, MIZAN_SECRET: otherSecret });
  expect([await refused.status, refused.errors]).toEqual([
    1,
    expect.stringMatching(/^backup: MIZAN_SECRET is not the secret of this platform: .+ and repeat\.\n$/),
  ]);
  expect(await readdir(folder)).toEqual(['last-failure']);

  const [ofOther, ofNewPlatform] = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z'];
  const accounts = (rows: number) => [{ schema: 'gateway', name: 'accounts', rows }];
  for (const [name, rows] of [
    [ofOther, 1],
    [ofNewPlatform, 0],
  ] as const) {
    await mkdir(join(folder, name));
    const manifest = { format: 1, secretMark: 'of another secret', tables: accounts(rows) };
    await writeFile(join(folder, name, 'manifest.json'), JSON.stringify(manifest));
  }
  const foreign = runOneShot('backup', [], env);
  expect([await foreign.status, foreign.errors]).toEqual([
    1,
    expect.stringMatching(/^backup: 2026-01-01T00-00-00Z in \S+ was written under another MIZAN_SECRET .+\n$/),
  ]);
  expect((await readdir(folder)).sort()).toEqual([ofOther, ofNewPlatform, 'last-failure']);

  await rm(join(folder, ofOther), { recursive: true });
  const own = runOneShot('backup', [], env);
  expect([await own.status, own.errors]).toEqual([0, '']);
  await rm(folder, { recursive: true });
});

test('a backup of a database that is not migrated yet says so, and does not blame the secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
  const unmigrated = await createDeployDatabase(world, 'unmigrated');
  const env = { ...setup(), DATABASE_URL: unmigrated.adminUrl, MIZAN_BACKUP_FOLDER: folder };
  const refused = runOneShot('backup', [], env);
  expect([await refused.status, refused.errors]).toEqual([
    1,
    expect.stringMatching(/^backup: This database has no logins of the services yet, .+\n$/),
  ]);
  await unmigrated.drop();
  await rm(folder, { recursive: true });
});

test('backups that start in the same second get names of their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-backups-'));
  const env = { ...setup(), MIZAN_BACKUP_FOLDER: folder };
  const backups = ['first', 'second', 'third'].map(() => runOneShot('backup', [], env));
  for (const backup of backups) expect([await backup.status, backup.errors]).toEqual([0, '']);
  const names = await readdir(folder);
  expect(names.filter((name) => isBackupName(name))).toHaveLength(3);
  expect(names).toHaveLength(3);
  await rm(folder, { recursive: true });
});

test('the operator’s token is the one that is set, in the Secret of the gateway alone; the next steps are on stderr', async () => {
  const printed = runOneShot('print-kubernetes-secrets', [], { ...setup(), MIZAN_OPERATOR_TOKEN: operatorToken });
  expect(await printed.status).toBe(0);
  const { items } = JSON.parse(printed.output) as { items: Secret[] };
  const holders = items.filter(({ stringData }) => stringData['env']?.includes(operatorToken));
  expect(holders.map(nameOf)).toEqual(['mizan-gateway']);
  expect(printed.errors).toContain('kubectl -n mizan exec deploy/gateway -- mizan accounts create');
});

test('an invalid secret fails the job with one line that does not show it', async () => {
  const migrate = runOneShot('migrate', [], { ...setup(), MIZAN_SECRET: 'short' });
  expect([await migrate.status, migrate.errors]).toEqual([
    1,
    'migrate: MIZAN_SECRET: must have at least 32 characters.\n',
  ]);
});

test('the moment to which PostgreSQL was restored is recorded once, and is a moment that has passed', async () => {
  const migrate = (MIZAN_RESTORED_TO: string) => runOneShot('migrate', [], { ...setup(), MIZAN_RESTORED_TO });
  for (const moment of ['soon', '1', '2026-01-01T03:00:00', '2999-01-01T00:00:00Z']) {
    const refused = migrate(moment);
    expect([await refused.status, refused.errors]).toEqual([
      1,
      'migrate: MIZAN_RESTORED_TO must be a moment that has passed, such as 2026-12-01T03:00:00Z.\n',
    ]);
  }
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  const recorded = async () =>
    (
      await client.query<{ released: boolean }>(
        `select released_at is not null as released from payments.restores where restored_to = '2026-01-01T03:00:00Z'`,
      )
    ).rows;
  try {
    for (let repeat = 0; repeat < 2; repeat++) {
      const job = migrate('2026-01-01T03:00:00Z');
      const said = repeat === 0 ? 'restored to 2026-01-01T03:00:00.000Z: no payout' : 'If you have restored again, set';
      expect([await job.status, job.output]).toEqual([0, expect.stringContaining(said)]);
      expect(await recorded()).toEqual([{ released: repeat === 1 }]);
      await client.query('update payments.restores set released_at = now()');
    }
  } finally {
    await client.end();
  }
});

test('another secret than that of a platform with an account is refused before anything is changed, and its own works on', async () => {
  await insertAccount(database);
  const otherSecret = 'another-secret-of-more-than-32-characters';
  const refused = runOneShot('migrate', [], { ...setup(), MIZAN_SECRET: otherSecret });
  expect(await refused.status).toBe(1);
  expect(refused.errors).toContain('do not follow from MIZAN_SECRET. Nothing was changed.');
  expect(await runOneShot('migrate', [], setup()).status).toBe(0);
});

test('logins that have lost their passwords get them again by --reset-passwords, and with an account only by it', async () => {
  await insertAccount(database);
  const { 'mizan-gateway': gateway } = await printedSettings();
  const url = gateway?.['DATABASE_URL'] ?? '';
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query(`alter role ${pg.escapeIdentifier(decodeURIComponent(new URL(url).username))} password null`);
  await admin.end();
  const refused = runOneShot('migrate', [], setup());
  expect([await refused.status, refused.errors]).toEqual([
    1,
    expect.stringContaining('migrate.ts --reset-passwords once'),
  ]);
  expect(await runOneShot('migrate', ['--reset-passwords'], setup()).status).toBe(0);
  expect(await runOneShot('migrate', [], setup()).status).toBe(0);
});

test('on a shared NATS, a service’s credentials are for the subjects with its prefix', async () => {
  const { catalog } = await secretSettings({
    adminUrl: database.adminUrl,
    rootSecret,
    operatorToken,
    busPrefix: 'shop.',
  });
  const [, claims = ''] =
    /JWT-----\n[\w-]+\.([\w-]+)\./.exec(Buffer.from(catalog['MIZAN_BUS_CREDENTIALS'] ?? '', 'base64').toString()) ?? [];
  const { nats } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { nats: { pub: { allow: string[] } } };
  expect(catalog['MIZAN_BUS_PREFIX']).toBe('shop.');
  expect(nats.pub.allow).toEqual(
    expect.arrayContaining(['shop.events.v1.*.*.product.>', '$JS.API.STREAM.INFO.shop_SERVICES_LIVE']),
  );
});
