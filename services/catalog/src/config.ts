import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Environment of the catalog alone; `commonEnv` has the rest. */
export const catalogEnv = {
  MIZAN_UPLOADS_FOLDER: z
    .string()
    .default(join(tmpdir(), 'mizan-uploads'))
    .describe('Folder for uploaded pictures when MIZAN_S3_BUCKET is not set. All replicas need the same folder.'),
  MIZAN_UPLOADS_MAX_FILES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('Pictures that one account may keep in one mode, each of at most 5 MiB'),
  MIZAN_S3_BUCKET: z.string().optional().describe('Bucket for uploaded pictures. Keep it private.'),
  MIZAN_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of an S3-compatible store other than AWS'),
  MIZAN_S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  MIZAN_S3_ACCESS_KEY_ID: z.string().optional().describe('Unset: credentials that the AWS SDK finds, such as a role'),
  MIZAN_S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of MIZAN_S3_ACCESS_KEY_ID'),
};
