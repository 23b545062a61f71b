import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { FileType, UploadPurpose } from '@mizan/contracts';
import { checksOf, indexesOf } from '@mizan/service-kit/schema';

/**
 * An address to upload one file to, and the file itself. Open until a request with a valid picture claims it,
 * stored once its bytes are. Claimed but not stored: the request is running, or its process died.
 */
export const UploadEntity = defineEntity({
  name: 'Upload',
  tableName: 'uploads',
  properties: {
    /** Last part of the public address of a picture. */
    name: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    purpose: p.text().$type<UploadPurpose>(),
    contentType: p.text().$type<FileType>(),
    /** As requested for the address. */
    maxBytes: p.integer(),
    /** SHA-256 of the token in base64url: reading the table does not allow an upload. */
    tokenHash: p.text().collation('C'),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3),
    /**
     * Storage key of the bytes; a new one for each claim, so that a late write of an earlier claim does no harm. Set
     * without a claim when storage could neither write nor remove.
     */
    objectKey: p.text().collation('C').strictNullable(),
    claimedAt: p.datetime(3).strictNullable(),
    storedBytes: p.integer().strictNullable(),
    /** Real time. Null again once no product has shown the picture for long: its bytes and its row are deleted next. */
    storedAt: p.datetime(3).strictNullable(),
    /** When it was last looked up whether a product shows the picture. Real time. */
    checkedAt: p.datetime(3).strictNullable(),
    /** Since when no product shows it, as far as was looked up. */
    unreferencedAt: p.datetime(3).strictNullable(),
  },
  indexes: indexesOf('uploads', {
    unused: '(expires_at) where stored_at is null',
    account: '(merchant_id, livemode)',
    unchecked: `(coalesce(checked_at, stored_at)) where purpose = 'product_image' and stored_at is not null`,
    unreferenced: '(unreferenced_at) where unreferenced_at is not null',
  }),
  uniques: [{ name: 'uploads_token', properties: ['tokenHash'] }],
  checks: checksOf('uploads', {
    purpose: `purpose in ('product_image', 'merchant_logo', 'dispute_evidence')`,
    content_type: `content_type in ('image/png', 'image/jpeg', 'image/webp') or (content_type = 'application/pdf' and purpose = 'dispute_evidence')`,
    size: 'max_bytes >= 1 and max_bytes <= 5242880 and stored_bytes >= 1 and stored_bytes <= max_bytes',
    state:
      '(claimed_at is null or object_key is not null) and (stored_at is null) = (stored_bytes is null) and (stored_at is null or claimed_at is not null)',
  }),
});
export type UploadRow = InferEntity<typeof UploadEntity>;
