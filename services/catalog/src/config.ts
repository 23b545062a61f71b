import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** The catalog's own environment, beside what every service has. */
export const catalogEnv = {
  MIZAN_UPLOADS_FOLDER: z
    .string()
    .default(join(tmpdir(), 'mizan-uploads'))
    .describe('Where uploaded pictures are kept while MIZAN_S3_BUCKET is not set; every replica needs the same folder'),
  MIZAN_S3_BUCKET: z.string().optional().describe('Bucket that keeps uploaded pictures; it stays private'),
  MIZAN_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of an S3-compatible store that is not AWS'),
  MIZAN_S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  MIZAN_S3_ACCESS_KEY_ID: z.string().optional().describe('Unset: what the AWS SDK finds by itself, such as a role'),
  MIZAN_S3_SECRET_ACCESS_KEY: z.string().optional().describe('Belongs to MIZAN_S3_ACCESS_KEY_ID'),
};
