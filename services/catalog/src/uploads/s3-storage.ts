import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from './storage.ts';

/** For one operation with its second try: a failed write and its removal fit into the 30 s that the gateway waits. */
const operationMs = 10_000;
const tryMs = 5_000;

/** Where a bucket is and how to get in. */
export interface Bucket {
  readonly bucket: string;
  /** Undefined: AWS itself. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: whatever the SDK finds, such as a role of the machine. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Objects in a bucket. The SDK, some 30 MB of memory, is loaded by the first use. */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  #connected: ReturnType<typeof connect> | undefined;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    const object = { Bucket: this.#bucket.bucket, Key: key, Body: bytes, ContentType: contentType };
    await inTime((options) => client.send(new sdk.PutObjectCommand(object), options));
  }

  async open(key: string): Promise<Readable | undefined> {
    const { client, sdk } = await this.#connect();
    try {
      const command = new sdk.GetObjectCommand({ Bucket: this.#bucket.bucket, Key: key });
      const { Body } = await inTime((options) => client.send(command, options));
      return Body as Readable;
    } catch (failure) {
      if (failure instanceof sdk.NoSuchKey) return undefined;
      throw failure;
    }
  }

  async remove(key: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    const command = new sdk.DeleteObjectCommand({ Bucket: this.#bucket.bucket, Key: key });
    await inTime((options) => client.send(command, options));
  }

  #connect(): ReturnType<typeof connect> {
    this.#connected ??= connect(this.#bucket);
    return this.#connected;
  }
}

/** Ends what takes too long until its answer begins; after that it is the reader who may be slow. */
async function inTime<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), operationMs);
  try {
    return await send({ abortSignal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function connect(at: Bucket): Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey, endpoint, region } = at;
  const client = new sdk.S3Client({
    region,
    // Other stores seldom have a host name per bucket, and some refuse checksums that they did not ask for.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: tryMs, throwOnRequestTimeout: true },
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  return { client, sdk };
}
