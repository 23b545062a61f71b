import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { MailStatus, MailTemplate } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';
import type { MailView } from '@mizan/checkout-page';

/** A mail to a buyer, and its place in the queue while it is not sent. What is mailed about one object is one row. */
export const MailEntity = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  properties: {
    /** Also the local part of its Message-ID. */
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    template: p.text().$type<MailTemplate>(),
    /** The charge, refund or checkout session that it is about. */
    aboutId: p.text().collation('C'),
    /** The event that was its reason. */
    eventId: p.text().collation('C'),
    status: p.text().$type<MailStatus>(),
    /** Null until it was first written. */
    recipient: p.text().strictNullable(),
    attempts: p.integer(),
    /**
     * While it is PENDING, when it may be sent, or when the process that is writing it counts as dead; while it is SENDING, when
     * the process that waits for the server's answer does. Real time, whatever the clock of the account.
     */
    nextAt: p.datetime(3).strictNullable(),
    /** The claim of the process that is sending it: only that one may record what became of it. */
    claimId: p.uuid().strictNullable(),
    lastError: p.text().strictNullable(),
    /** What it says: in test mode only, where the local mailbox shows it. */
    view: p.json().$type<MailView>().strictNullable(),
    acceptedAt: p.datetime(3).strictNullable(),
    /** From when on it is tried: of a mail that is sent again, of the request. */
    queuedAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'mails_once',
      expression: 'create unique index mails_once on mails (merchant_id, livemode, about_id, template)',
    },
    ...indexesOf('mails', {
      due: `(livemode, merchant_id, next_at) where status = 'PENDING'`,
      sending: `(livemode, next_at) where status = 'SENDING'`,
      unsent: `(id) where status in ('REFUSED', 'FAILED', 'UNKNOWN')`,
      mailbox: '(id) where view is not null',
    }),
  ],
  checks: [
    {
      name: 'mails_status',
      expression: `status in ('PENDING', 'SENDING', 'ACCEPTED', 'REFUSED', 'FAILED', 'UNKNOWN', 'CANCELED')`,
    },
    { name: 'mails_next_at', expression: `(next_at is not null) = (status in ('PENDING', 'SENDING'))` },
    { name: 'mails_claim', expression: `status <> 'SENDING' or claim_id is not null` },
    { name: 'mails_accepted', expression: `(accepted_at is not null) = (status = 'ACCEPTED')` },
    { name: 'mails_attempts', expression: 'attempts >= 0' },
    { name: 'mails_view', expression: 'view is null or not livemode' },
  ],
});
export type MailRow = InferEntity<typeof MailEntity>;
