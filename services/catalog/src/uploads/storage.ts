import type { Readable } from 'node:stream';
import type { Deps } from '@mizan/service-kit';
import type { catalogEnv } from '../config.ts';
import { DiskStorage } from './disk-storage.ts';
import { S3Storage } from './s3-storage.ts';

/** Stores the bytes of uploads. Keys are generated: letters, digits, `_`, `-` and inner dots. */
export interface Storage {
  /** Stores `bytes` under `key`, all of them or none. */
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Opens what is stored under `key`; undefined when nothing is. */
  open(key: string): Promise<Readable | undefined>;
  /** Removes what is stored under `key`, if anything. */
  remove(key: string): Promise<void>;
}

/** The storage that the environment configures: a bucket when it names one, else a folder. Opens nothing yet. */
export function createStorage(env: Deps<typeof catalogEnv>['env']): Storage {
  if (env.MIZAN_S3_BUCKET === undefined) return new DiskStorage(env.MIZAN_UPLOADS_FOLDER);
  return new S3Storage({
    bucket: env.MIZAN_S3_BUCKET,
    endpoint: env.MIZAN_S3_ENDPOINT,
    region: env.MIZAN_S3_REGION,
    accessKeyId: env.MIZAN_S3_ACCESS_KEY_ID,
    secretAccessKey: env.MIZAN_S3_SECRET_ACCESS_KEY,
  });
}
