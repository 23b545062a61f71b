import { SetupProblem } from './setup-problem.ts';

/** Where in which store backups are kept besides the volume. */
export interface BucketSettings {
  readonly bucket: string;
  /** Before the names of all backups; without slashes at its ends. */
  readonly prefix: string;
  /** Undefined: Amazon. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: credentials that the AWS SDK finds, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Whether the bucket is part of the path, or of the host's name as at Amazon. */
  readonly isPathStyle: boolean;
}

/**
 * Reads `MIZAN_BACKUP_S3_…`. What is empty counts as not set, because Compose passes on every variable.
 *
 * @returns undefined without a bucket
 * @throws SetupProblem naming the variable, never a secret
 */
export function readBucketSettings(env: NodeJS.ProcessEnv): BucketSettings | undefined {
  const read = (name: string): string | undefined => env[`MIZAN_BACKUP_S3_${name}`] || undefined;
  const refuse = (name: string, must: string): SetupProblem =>
    new SetupProblem(`MIZAN_BACKUP_S3_${name}: must ${must}.`);
  const bucket = read('BUCKET');
  if (bucket === undefined) return undefined;
  if (!/^[a-zA-Z0-9][\w.-]+$/.test(bucket))
    throw refuse('BUCKET', 'be the name of a bucket, without s3:// and slashes');

  const endpoint = read('ENDPOINT');
  if (endpoint !== undefined && !/^https?:\/\/[^/@]+\/?$/.test(endpoint))
    throw refuse('ENDPOINT', 'be like https://s3.example.com, without the bucket');

  const prefix = (read('PREFIX') ?? 'mizan').replace(/^\/+|\/+$/g, '');
  if (prefix.split('/').some((part) => ['', '.', '..'].includes(part)))
    throw refuse('PREFIX', 'be like shop or shops/cairo');

  const [accessKeyId, secretAccessKey] = [read('ACCESS_KEY_ID'), read('SECRET_ACCESS_KEY')];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw refuse(accessKeyId === undefined ? 'ACCESS_KEY_ID' : 'SECRET_ACCESS_KEY', 'be set, too');

  const style = read('PATH_STYLE') ?? (endpoint === undefined ? 'off' : 'on');
  if (!['on', 'off'].includes(style)) throw refuse('PATH_STYLE', 'be on or off');
  return {
    bucket,
    prefix,
    endpoint,
    region: read('REGION') ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    isPathStyle: style === 'on',
  };
}
