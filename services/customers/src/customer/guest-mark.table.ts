// Generated from guest-mark.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { GuestMarkEntity } from './guest-mark.entity.ts';

/** The table of {@link GuestMarkEntity}. */
export const guestMarks = table<InferEntity<typeof GuestMarkEntity>>('guest_marks', {
  merchantId: 'text',
  livemode: 'boolean',
  mark: 'text',
  customerId: 'text',
});
