// Generated from upload.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { UploadEntity } from './upload.entity.ts';

/** The table of {@link UploadEntity}. */
export const uploads = table<InferEntity<typeof UploadEntity>>('uploads', {
  name: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  purpose: 'text',
  contentType: 'text',
  maxBytes: 'int',
  tokenHash: 'text',
  expiresAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
  objectKey: 'text',
  claimedAt: 'timestamptz(3)',
  storedBytes: 'int',
  storedAt: 'timestamptz(3)',
  checkedAt: 'timestamptz(3)',
  unreferencedAt: 'timestamptz(3)',
});
