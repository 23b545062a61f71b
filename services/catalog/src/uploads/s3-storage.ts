import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from './storage.ts';

/** For one operation with its retry: a failed write and its removal fit into the 30 s that the gateway waits. */
const operationMs = 10_000;
const tryMs = 5_000;

/** Address and credentials of a bucket. */
export interface Bucket {
  readonly bucket: string;
  /** Undefined: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: credentials that the SDK finds, such as the role of the machine. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Objects in a bucket. The SDK takes some 30 MB of memory, so the first use loads it. */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  #connected: ReturnType<typeof connect> | undefined;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    const object = { Bucket: this.#bucket.bucket, Key: key, Body: bytes, ContentType: contentType };
    await withTimeout((options) => client.send(new sdk.PutObjectCommand(object), options));
  }

  async open(key: string): Promise<Readable | undefined> {
    const { client, sdk } = await this.#connect();
    try {
      const command = new sdk.GetObjectCommand({ Bucket: this.#bucket.bucket, Key: key });
      const { Body } = await withTimeout((options) => client.send(command, options));
      return Body as Readable;
    } catch (failure) {
      if (failure instanceof sdk.NoSuchKey) return undefined;
      throw failure;
    }
  }

  async remove(key: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    const command = new sdk.DeleteObjectCommand({ Bucket: this.#bucket.bucket, Key: key });
    await withTimeout((options) => client.send(command, options));
  }

  #connect(): ReturnType<typeof connect> {
    this.#connected ??= connect(this.#bucket);
    return this.#connected;
  }
}

/** Aborts an operation whose response does not start in time; after that, a slow reader is no error. */
async function withTimeout<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), operationMs);
  try {
    return await send({ abortSignal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function connect(bucket: Bucket): Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey, endpoint, region } = bucket;
  const client = new sdk.S3Client({
    region,
    // Few other stores have a host name per bucket, and some refuse checksums that they do not require.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: tryMs, throwOnRequestTimeout: true },
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  return { client, sdk };
}
