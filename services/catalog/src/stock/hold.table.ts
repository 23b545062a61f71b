// Generated from hold.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { HoldEntity } from './hold.entity.ts';

/** The table of {@link HoldEntity}. */
export const holds = table<InferEntity<typeof HoldEntity>>('holds', {
  merchantId: 'text',
  livemode: 'boolean',
  id: 'text',
  checkoutSessionId: 'text',
  paymentIntentId: 'text',
  state: 'text',
  items: 'jsonb',
  heldAt: 'timestamptz(3)',
  endedAt: 'timestamptz(3)',
});
