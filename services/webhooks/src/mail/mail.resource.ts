import type { Mail } from '@mizan/contracts';
import type { MailRow } from './mail.entity.ts';
import { mails } from './mail.table.ts';

/** A mail without what it says. */
export type ListedMail = Omit<MailRow, 'view' | 'claimId' | 'eventId' | 'queuedAt'>;

/** The columns of a {@link ListedMail}. */
export const listedColumns = mails.omit('view', 'claimId', 'eventId', 'queuedAt');

/** A mail as the operator sees it. */
export const toMailResource = (row: ListedMail): Mail => ({
  id: row.id,
  object: 'mail',
  merchantId: row.merchantId,
  livemode: row.livemode,
  template: row.template,
  aboutId: row.aboutId,
  to: row.recipient,
  status: row.status,
  attempts: row.attempts,
  lastError: row.lastError,
  nextAttemptAt: row.status === 'PENDING' && row.nextAt ? row.nextAt.toISOString() : null,
  acceptedAt: row.acceptedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
