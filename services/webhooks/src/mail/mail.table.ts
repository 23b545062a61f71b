// Generated from mail.entity.ts by `npm run docs`.
import type { InferEntity } from '@mikro-orm/core';
import { table } from '@mizan/service-kit';
import type { MailEntity } from './mail.entity.ts';

/** The table of {@link MailEntity}. */
export const mails = table<InferEntity<typeof MailEntity>>('mails', {
  id: 'text',
  merchantId: 'text',
  livemode: 'boolean',
  template: 'text',
  aboutId: 'text',
  eventId: 'text',
  status: 'text',
  recipient: 'text',
  attempts: 'int',
  nextAt: 'timestamptz(3)',
  claimId: 'uuid',
  lastError: 'text',
  view: 'jsonb',
  acceptedAt: 'timestamptz(3)',
  queuedAt: 'timestamptz(3)',
  createdAt: 'timestamptz(3)',
});
