import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startS3StandIn, type S3StandIn } from '@mizan/stand-ins';
import { BackupBucket } from './backup-bucket.ts';
import { nameOfBackup } from './backup-folder.ts';
import type { BackedUpFile, BackupManifest } from './backup-manifest.ts';
import { readBucketSettings, type BucketSettings } from './bucket-settings.ts';
import { downloadBackup } from './download-backup.ts';
import { uploadBackups } from './upload-backups.ts';

const secretMark = 'the mark of this platform';
const mib = 1024 * 1024;
const [monday, tuesday, wednesday] = ['2026-11-02T03-00-00Z', '2026-11-03T03-00-00Z', '2026-11-04T03-00-00Z'];
let s3: S3StandIn;
let folder: string;
let elsewhere: string;
let lines: string[];

beforeEach(async () => {
  s3 = await startS3StandIn({ pageSize: 2 }); // lists have several pages
  folder = await mkdtemp(join(tmpdir(), 'mizan-here-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'mizan-there-'));
  lines = [];
});
afterEach(async () => {
  await s3.leave();
  for (const each of [folder, elsewhere]) await rm(each, { recursive: true });
});

const report = (line: string) => lines.push(line);
const open = (changes: Partial<BucketSettings> = {}) =>
  BackupBucket.open({
    bucket: s3.bucket,
    prefix: 'shop',
    endpoint: s3.url,
    region: 'eu-central-1',
    credentials: s3,
    isPathStyle: true,
    ...changes,
  });
const upload = async (options: { keep?: number; partBytes?: number; bucket?: BackupBucket } = {}) =>
  uploadBackups(options.bucket ?? (await open()), { folder, keep: 7, secretMark, report, ...options });
const download = async (name: string) => downloadBackup(await open(), { name, folder: elsewhere, secretMark, report });
const keys = () => [...s3.objects.keys()].sort();

/** Changes the end of a large chunk: of a body, not of what precedes it. */
function flipLastByte(chunk: Buffer): Buffer {
  if (chunk.length > 8_192) chunk.writeUInt8(chunk.readUInt8(chunk.length - 1) ^ 1, chunk.length - 1);
  return chunk;
}

/** A connection to the store that passes on what a client sends as `pass` returns it, and breaks where that is undefined. */
async function startLine(
  pass: (chunk: Buffer) => Buffer | undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const store = connect(Number(new URL(s3.url).port), '127.0.0.1');
    client.on('data', (chunk) => {
      const passed = pass(chunk);
      if (passed) store.write(passed);
      else client.destroy();
    });
    store.pipe(client);
    for (const socket of [client, store]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, store].forEach((each) => each.destroy()));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A complete backup of this machine. */
async function writeSample(
  name: string,
  files: Record<string, Buffer | string> = { 'gateway.accounts.copy.gz': 'rows' },
  changes: Partial<BackupManifest> = {},
): Promise<void> {
  await mkdir(join(folder, name, 'uploads'), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
  const accounts = { schema: 'gateway', name: 'accounts', rows: 1 } as BackedUpFile;
  const manifest = { format: 1, createdAt: '', secretMark, tables: [accounts], ...changes };
  await writeFile(join(folder, name, 'manifest.json'), JSON.stringify(manifest));
}

test('a large file is uploaded in parts and comes back byte for byte, whatever its name', async () => {
  const picture = randomBytes(12 * mib);
  const names = ['plain.png', 'uploads/a b+c&d=e%2F\'(é)*!~<"صابون>.png', 'uploads/empty.png'];
  await writeSample(monday, { 'plain.png': 'x', [String(names[1])]: picture, 'uploads/empty.png': '' });
  await upload({ partBytes: 5 * mib });
  expect(s3.objects.get(`shop/${monday}/${names[1]}`)?.parts).toBe(3);
  await download(monday);
  expect((await readFile(join(elsewhere, monday, String(names[1])))).equals(picture)).toBe(true);
  expect(await readFile(join(elsewhere, monday, 'uploads/empty.png'), 'utf8')).toBe('');
  expect(await readdir(elsewhere)).toEqual([monday]);
});

test('an upload that was interrupted is no backup; the next run uploads only what is missing', async () => {
  await writeSample(monday, { 'a.copy.gz': 'a', 'b.copy.gz': 'b', 'c.copy.gz': 'c' });
  await upload();
  for (const file of ['manifest.json', 'b.copy.gz']) s3.objects.delete(`shop/${monday}/${file}`);
  expect(await (await open()).listBackups()).toEqual({ complete: [], incomplete: [monday] });
  s3.requests.length = 0;
  await upload();
  const written = s3.requests.filter((each) => each.startsWith('PUT')).map((each) => /[^/]+(?=\?)/.exec(each)?.[0]);
  expect(written).toEqual(['b.copy.gz', 'manifest.json']);
  expect(await (await open()).listBackups()).toEqual({ complete: [monday], incomplete: [] });
});

test('the bucket keeps the newest; what is no backup of this place stays', async () => {
  const foreign = ['shop/notes.txt', `shop/${monday}x/manifest.json`, `shopping/${monday}/manifest.json`];
  await writeSample(monday);
  await writeSample(tuesday);
  await upload({ keep: 2 });
  const interrupted = nameOfBackup(new Date(Date.now() - 3_600_000));
  for (const key of [...foreign, `shop/2026-10-01T03-00-00Z/a.copy.gz`, `shop/${interrupted}/a.copy.gz`])
    s3.objects.set(key, { body: Buffer.from('x'), contentType: undefined, parts: 0 });
  await rm(join(folder, monday), { recursive: true });
  await writeSample(wednesday);
  s3.requests.length = 0;
  await upload({ keep: 2 });
  const removed = s3.requests.filter((each) => each.startsWith(`DELETE /backups/shop/${monday}`));
  expect(removed.map((each) => each.includes('manifest.json'))).toEqual([true, false]); // never half of one that counts
  expect(keys()).toEqual(
    [
      ...foreign,
      ...[tuesday, wednesday].flatMap((name) => [
        `shop/${name}/gateway.accounts.copy.gz`,
        `shop/${name}/manifest.json`,
      ]),
      `shop/${interrupted}/a.copy.gz`,
    ].sort(),
  );
});

test('nothing is removed from the bucket when an upload fails', async () => {
  await writeSample(monday);
  await upload();
  await writeSample(tuesday);
  const before = keys();
  s3.isFull = true;
  await expect(upload({ keep: 1 })).rejects.toThrow(`${s3.url} failed (403): QuotaExceeded: The bucket is full.`);
  expect(keys()).toEqual(before);
  s3.isFull = false;
  await upload({ keep: 1 });
  expect((await (await open()).listBackups()).complete).toEqual([tuesday]);
});

test('a bucket with backups of another secret is left as it is', async () => {
  await writeSample(monday, undefined, { secretMark: 'the mark of another platform' });
  await upload({ keep: 1 });
  await writeSample(tuesday);
  const before = keys();
  await expect(upload({ keep: 1 })).rejects.toThrow('has backups of a platform with another MIZAN_SECRET');
  expect(keys()).toEqual(before);
  await expect(download(monday)).rejects.toThrow('written under another MIZAN_SECRET');
  expect(await readdir(elsewhere)).toEqual([]);
});

test('the backup of a platform that has no account yet never becomes the newest of the bucket', async () => {
  const tables = [{ schema: 'gateway', name: 'accounts', rows: 0 } as BackedUpFile];
  await writeSample(monday);
  await writeSample(tuesday, undefined, { tables });
  await upload();
  expect((await (await open()).listBackups()).complete).toEqual([monday]);
  expect(lines).toContain(`${tuesday} is not uploaded: the platform had no account yet.`);
});

test('a platform that has no account yet removes nothing from the bucket, however few it keeps', async () => {
  for (const name of [monday, tuesday]) await writeSample(name);
  await upload();
  for (const name of [monday, tuesday]) await rm(join(folder, name), { recursive: true });
  await writeSample(wednesday, undefined, { tables: [] });
  await upload({ keep: 1 });
  expect((await (await open()).listBackups()).complete).toEqual([tuesday, monday]);
});

test('a download whose connection breaks is tried again, and leaves no backup when it keeps breaking', async () => {
  const rows = randomBytes(mib);
  await writeSample(monday, { 'a.copy.gz': rows });
  await upload();
  s3.cut = { keyEnd: 'a.copy.gz', times: 2 };
  await download(monday);
  expect([s3.cut.times, (await readFile(join(elsewhere, monday, 'a.copy.gz'))).equals(rows)]).toEqual([0, true]);
  await rm(join(elsewhere, monday), { recursive: true });
  s3.cut = { keyEnd: 'a.copy.gz', times: Infinity };
  await expect(download(monday)).rejects.toThrow(`the connection to ${s3.url} broke off`);
  expect(await readdir(elsewhere)).toEqual([`${monday}.unfinished`]);
});

test.each<[string, (chunk: Buffer) => Buffer | undefined, RegExp]>([
  ['cut', (chunk) => (/^(GET|PUT) /.test(chunk.toString('latin1', 0, 4)) ? chunk : undefined), /broke off/],
  ['changed', flipLastByte, /failed \(400\): XAmzContentSHA256Mismatch/],
])('an upload that is %s on its way is not stored, and the next run makes it good', async (_name, pass, message) => {
  await writeSample(monday, { 'a.copy.gz': randomBytes(mib) });
  const line = await startLine(pass);
  await expect(upload({ bucket: await open({ endpoint: line.url }) })).rejects.toThrow(message);
  await line.close();
  expect(keys()).toEqual([]);
  await upload();
  expect(keys()).toEqual([`shop/${monday}/a.copy.gz`, `shop/${monday}/manifest.json`]);
});

test('a key of the bucket that leads out of the folder is refused', async () => {
  await writeSample(monday);
  await upload();
  for (const file of ['../../evil', 'uploads/../../evil', 'uploads/a/b', '..', 'other/x']) {
    const key = `shop/${monday}/${file}`;
    s3.objects.set(key, { body: Buffer.from('evil'), contentType: undefined, parts: 0 });
    await expect(download(monday)).rejects.toThrow(`has a file that no backup has: ${JSON.stringify(file)}`);
    s3.objects.delete(key);
  }
  expect(await readdir(elsewhere)).toEqual([]);
});

describe('an error of the store says what to do', () => {
  const wrong = { accessKeyId: 'AKIAOTHER', secretAccessKey: 'a secret that must not be shown' };
  test.each<[string, () => Partial<BucketSettings>, RegExp]>([
    [
      'the secret key is wrong',
      () => ({ credentials: { ...wrong, accessKeyId: s3.accessKeyId } }),
      /refused the signature: check MIZAN_BACKUP_S3_SECRET_ACCESS_KEY/,
    ],
    [
      'the access key is unknown',
      () => ({ credentials: wrong }),
      /does not know the access key: check MIZAN_BACKUP_S3_ACCESS_KEY_ID/,
    ],
    [
      'there is no such bucket',
      () => ({ bucket: 'absent' }),
      /has no bucket absent\. Create it, or correct MIZAN_BACKUP_S3_BUCKET/,
    ],
    [
      'no one listens',
      () => ({ endpoint: 'http://127.0.0.1:1' }),
      /^http:\/\/127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/,
    ],
    [
      'the host has no address',
      () => ({ endpoint: 'http://s3.invalid' }),
      /^http:\/\/s3\.invalid cannot be reached: E/,
    ],
  ])('%s', async (_name, changes, message) => {
    await writeSample(monday);
    const failure = await upload({ bucket: await open(changes()) }).catch((thrown: unknown) => thrown as Error);
    expect(failure).toMatchObject({ name: 'SetupProblem', message: expect.stringMatching(message) });
    expect(`${failure?.message} ${lines.join()}`).not.toContain('must not be shown');
    expect(s3.objects.size).toBe(0);
  });

  test('the store is out of order', async () => {
    s3.isFailing = true;
    await writeSample(monday);
    await expect(upload()).rejects.toThrow(`${s3.url} failed (503): ServiceUnavailable`);
  });
});

describe('MIZAN_BACKUP_S3_…', () => {
  const read = (settings: Record<string, string>) =>
    readBucketSettings(
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [`MIZAN_BACKUP_S3_${name}`, value])),
    );

  test('is nothing without a bucket, Amazon without an endpoint, and by path at any other store', () => {
    expect(read({ BUCKET: '', ENDPOINT: 'https://s3.example.com' })).toBeUndefined();
    expect(read({ BUCKET: 'backups', ENDPOINT: '', REGION: '' })).toEqual({
      bucket: 'backups',
      prefix: 'mizan',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
      isPathStyle: false,
    });
    const other = { BUCKET: 'backups', ENDPOINT: 'https://s3.example.com' };
    expect(read(other)?.isPathStyle).toBe(true);
    expect(read({ ...other, PATH_STYLE: 'off', PREFIX: '/shops/cairo/' })).toMatchObject({
      isPathStyle: false,
      prefix: 'shops/cairo',
    });
  });

  test.each([
    [{ BUCKET: 's3://backups' }, 'MIZAN_BACKUP_S3_BUCKET: must be the name of a bucket'],
    [{ ENDPOINT: 's3.example.com' }, 'MIZAN_BACKUP_S3_ENDPOINT: must be like https://s3.example.com'],
    [{ ENDPOINT: 'https://key:secret@s3.example.com' }, 'MIZAN_BACKUP_S3_ENDPOINT: must be like'],
    [{ PREFIX: 'a/../b' }, 'MIZAN_BACKUP_S3_PREFIX: must be like'],
    [{ PATH_STYLE: 'yes' }, 'MIZAN_BACKUP_S3_PATH_STYLE: must be on or off'],
    [{ ACCESS_KEY_ID: 'AKIA' }, 'MIZAN_BACKUP_S3_SECRET_ACCESS_KEY: must be set, too'],
    [{ SECRET_ACCESS_KEY: 'secret' }, 'MIZAN_BACKUP_S3_ACCESS_KEY_ID: must be set, too'],
  ])('%j is refused', (settings, message) => {
    expect(() => read({ BUCKET: 'backups', ...settings })).toThrow(message);
  });
});
