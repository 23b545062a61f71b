import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from './storage.ts';

/** Milliseconds for one operation with its retries: well within the 30 s that the gateway waits for an upload. */
const operationMs = 15_000;

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

/** Objects in a bucket. The SDK, some 20 MB of memory, is loaded by the first use. */
export class S3Storage implements Storage {
  readonly #bucket: Bucket;
  #connected: ReturnType<typeof connect> | undefined;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    const object = { Bucket: this.#bucket.bucket, Key: key, Body: bytes, ContentType: contentType };
    await client.send(new sdk.PutObjectCommand({ ...object, ContentLength: bytes.byteLength }), within());
  }

  async open(key: string): Promise<Readable | undefined> {
    const { client, sdk } = await this.#connect();
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: this.#bucket.bucket, Key: key }), within());
      return Body as Readable;
    } catch (failure) {
      if (failure instanceof sdk.NoSuchKey) return undefined;
      throw failure;
    }
  }

  async remove(key: string): Promise<void> {
    const { client, sdk } = await this.#connect();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: this.#bucket.bucket, Key: key }), within());
  }

  #connect(): ReturnType<typeof connect> {
    this.#connected ??= connect(this.#bucket);
    return this.#connected;
  }
}

const within = () => ({ abortSignal: AbortSignal.timeout(operationMs) });

async function connect(at: Bucket): Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey, endpoint, region } = at;
  const client = new sdk.S3Client({
    region,
    // Other stores seldom have a host name per bucket, and some refuse checksums that they did not ask for.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000 }, // so that a second try fits in
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  });
  return { client, sdk };
}
