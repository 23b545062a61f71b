import type { S3StandIn } from '@mizan/stand-ins';

/** The environment of a catalog that stores pictures in the bucket of the stand-in. */
export const bucketEnv = ({ bucket, url, accessKeyId, secretAccessKey }: S3StandIn): Record<string, string> => ({
  MIZAN_S3_BUCKET: bucket,
  MIZAN_S3_ENDPOINT: url,
  MIZAN_S3_REGION: 'eu-central-1',
  MIZAN_S3_ACCESS_KEY_ID: accessKeyId,
  MIZAN_S3_SECRET_ACCESS_KEY: secretAccessKey,
});
