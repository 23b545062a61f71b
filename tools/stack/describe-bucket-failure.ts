import type { BucketSettings } from './bucket-settings.ts';
import { SetupProblem } from './setup-problem.ts';

/** What of a failure of the AWS SDK says what went wrong. */
interface SdkFailure extends Error {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/**
 * Says what an operator can do about a failure of the store. Messages of the store are shown only where nothing better is
 * known: those about signatures repeat what was signed.
 */
export function describeBucketFailure(failure: unknown, settings: BucketSettings): unknown {
  if (!(failure instanceof Error) || failure instanceof SetupProblem) return failure;
  const { name, message, code, path, $metadata } = failure as SdkFailure;
  if (path !== undefined) return failure; // of a file on this side
  const { bucket, region } = settings;
  const store = settings.endpoint ?? `Amazon S3 in ${region}`;
  const problem = (text: string): SetupProblem => new SetupProblem(text, { cause: failure });
  if (isBroken(failure)) return problem(`the connection to ${store} broke off.`); // the SDK calls this a timeout, too
  switch (name) {
    case 'NoSuchBucket':
      return problem(`${store} has no bucket ${bucket}. Create it, or correct MIZAN_BACKUP_S3_BUCKET.`);
    case 'InvalidAccessKeyId':
      return problem(`${store} does not know the access key: check MIZAN_BACKUP_S3_ACCESS_KEY_ID.`);
    case 'SignatureDoesNotMatch':
      return problem(`${store} refused the signature: check MIZAN_BACKUP_S3_SECRET_ACCESS_KEY and _REGION.`);
    case 'AccessDenied':
    case 'Forbidden':
      return problem(
        `${store} denied access to the bucket ${bucket}. The access key must be allowed to list it, and to read, write and delete its objects.`,
      );
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return problem(`the bucket ${bucket} is not in the region ${region}: correct MIZAN_BACKUP_S3_REGION.`);
    case 'TimeoutError':
      return problem(`${store} did not answer in time.`);
    case 'RequestTimeTooSkewed':
      return problem(`${store} refused the request because the clock of this machine is wrong.`);
    case 'CredentialsProviderError':
      return problem('no access key was found: set MIZAN_BACKUP_S3_ACCESS_KEY_ID and _SECRET_ACCESS_KEY.');
  }
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return problem(`${store} failed (${status}): ${name}: ${message}`);
  return $metadata === undefined ? failure : problem(`${store} cannot be reached: ${String(code ?? name)}.`);
}

/** Whether a connection ended in the middle of a body. */
export const isBroken = (failure: unknown): boolean =>
  failure instanceof Error &&
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((failure as SdkFailure).code));
