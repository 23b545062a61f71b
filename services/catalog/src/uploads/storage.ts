import type { Readable } from 'node:stream';
import type { Deps } from '@mizan/service-kit';
import type { catalogEnv } from '../config.ts';
import { DiskStorage } from './disk-storage.ts';
import { S3Storage } from './s3-storage.ts';

/** Where the bytes of uploads are. Keys are ours: letters, digits, `_`, `-` and dots inside. */
export interface Storage {
  /** Keeps `bytes` under `key`: all of them or nothing. */
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Opens what is kept under `key`; undefined when nothing is. */
  open(key: string): Promise<Readable | undefined>;
  /** Sees to it that nothing is kept under `key`. */
  remove(key: string): Promise<void>;
}

/** The storage that the environment asks for: a bucket when it names one, else a folder. Nothing is opened yet. */
export function storageOf(env: Deps<typeof catalogEnv>['env']): Storage {
  if (env.MIZAN_S3_BUCKET === undefined) return new DiskStorage(env.MIZAN_UPLOADS_FOLDER);
  return new S3Storage({
    bucket: env.MIZAN_S3_BUCKET,
    endpoint: env.MIZAN_S3_ENDPOINT,
    region: env.MIZAN_S3_REGION,
    accessKeyId: env.MIZAN_S3_ACCESS_KEY_ID,
    secretAccessKey: env.MIZAN_S3_SECRET_ACCESS_KEY,
  });
}
