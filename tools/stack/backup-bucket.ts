import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { isBackupName, newestFirst } from './backup-folder.ts';
import { manifestFile, parseManifest, type BackupManifest } from './backup-manifest.ts';
import { describeBucketFailure, isBroken } from './describe-bucket-failure.ts';
import type { BucketSettings } from './bucket-settings.ts';

/** A file of a backup in a bucket, and where it is on this side. */
interface TransferredFile {
  readonly name: string;
  readonly file: string;
  readonly path: string;
}

const connectMs = 10_000;
const idleMs = 60_000; // of a connection; a slow line is not idle
const partsAtOnce = 2;
const downloadTries = 3;
const deletesAtOnce = 8;

type Sdk = typeof import('@aws-sdk/client-s3') & typeof import('@aws-sdk/lib-storage');

/**
 * Backups in a bucket of any S3-compatible store: `<prefix>/<name of the backup>/<file>`. The manifest is uploaded last and
 * deleted first, so a backup without one is not complete.
 *
 * Every method @throws SetupProblem that says what to do when the store refuses or cannot be reached.
 */
export class BackupBucket {
  /** For people. */
  readonly address: string;
  readonly #settings: BucketSettings;
  readonly #sdk: Sdk;
  readonly #client: S3Client;

  private constructor(settings: BucketSettings, sdk: Sdk) {
    const { bucket, prefix, region, endpoint, credentials, isPathStyle } = settings;
    this.address = `s3://${bucket}/${prefix}`;
    this.#settings = settings;
    this.#sdk = sdk;
    this.#client = new sdk.S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
      // Some stores refuse checksums that they do not require. Each part is signed with its SHA-256 in any case.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    });
  }

  /** The SDK takes some 30 MB of memory: it is loaded only where a bucket is used. */
  static async open(settings: BucketSettings): Promise<BackupBucket> {
    const [client, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
    return new BackupBucket(settings, { ...client, ...storage });
  }

  /** Names of backups, newest first. What is not complete is being uploaded, or its upload or removal was interrupted. */
  async listBackups(): Promise<{ complete: string[]; incomplete: string[] }> {
    const folders = await this.#list({ prefix: '', delimiter: '/' });
    const names = newestFirst([...folders.keys()].map((folder) => folder.slice(0, -1)));
    const [complete, incomplete]: [string[], string[]] = [[], []];
    for (const name of names) {
      const found = await this.#list({ prefix: `${name}/${manifestFile}` });
      (found.has(`${name}/${manifestFile}`) ? complete : incomplete).push(name);
    }
    return { complete, incomplete };
  }

  /** Sizes in bytes, by file. */
  async listFiles(name: string): Promise<Map<string, number>> {
    const found = await this.#list({ prefix: `${checked(name)}/` });
    return new Map([...found].map(([key, bytes]) => [key.slice(name.length + 1), bytes]));
  }

  async readManifest(name: string): Promise<BackupManifest> {
    const body = await this.#open(name, manifestFile);
    return parseManifest(await this.#request(() => readText(body)), `${this.address}/${name}`);
  }

  /** In parts where the file is large. @param partBytes at least 5 MiB; as large as the number of parts needs unless given */
  async upload({ name, file, path }: TransferredFile, partBytes?: number): Promise<void> {
    await this.#request(async () => {
      const upload = new this.#sdk.Upload({
        client: this.#client,
        params: { ...this.#object(name, file), Body: createReadStream(path) },
        queueSize: partsAtOnce,
        ...(partBytes === undefined ? {} : { partSize: partBytes }),
      });
      await upload.done();
    });
  }

  /** A connection that breaks is tried again. */
  async download({ name, file, path }: TransferredFile): Promise<void> {
    for (let tries = downloadTries; ; tries--) {
      const body = await this.#open(name, file);
      try {
        return await pipeline(body, createWriteStream(path, { mode: 0o600 }));
      } catch (failure) {
        if (tries === 1 || !isBroken(failure)) throw describeBucketFailure(failure, this.#settings);
      }
    }
  }

  async remove(name: string): Promise<void> {
    const files = [...(await this.listFiles(name)).keys()];
    const remove = (file: string) =>
      this.#request(() => this.#client.send(new this.#sdk.DeleteObjectCommand(this.#object(name, file))));
    if (files.includes(manifestFile)) await remove(manifestFile);
    const others = files.filter((file) => file !== manifestFile);
    while (others.length > 0) await Promise.all(others.splice(0, deletesAtOnce).map(remove));
  }

  async #open(name: string, file: string): Promise<Readable> {
    const { Body } = await this.#request(() =>
      this.#client.send(new this.#sdk.GetObjectCommand(this.#object(name, file))),
    );
    return Body as Readable;
  }

  /** Sizes by key, or 0 by common prefix, both without the prefix of all backups. */
  async #list({ prefix, delimiter }: { prefix: string; delimiter?: string }): Promise<Map<string, number>> {
    const start = `${this.#settings.prefix}/`;
    return this.#request(async () => {
      const found = new Map<string, number>();
      const input = { Bucket: this.#settings.bucket, Prefix: `${start}${prefix}`, Delimiter: delimiter };
      for await (const page of this.#sdk.paginateListObjectsV2({ client: this.#client }, input)) {
        for (const { Key = '', Size = 0 } of page.Contents ?? []) found.set(Key.slice(start.length), Size);
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.set(Prefix.slice(start.length), 0);
      }
      return found;
    });
  }

  #object(name: string, file: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#settings;
    return { Bucket: bucket, Key: `${prefix}/${checked(name)}/${file}` };
  }

  async #request<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      throw describeBucketFailure(failure, this.#settings);
    }
  }
}

function checked(name: string): string {
  if (!isBackupName(name)) throw new Error(`bug: ${JSON.stringify(name)} is not the name of a backup`);
  return name;
}
