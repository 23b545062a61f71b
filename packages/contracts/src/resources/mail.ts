import { z } from 'zod';
import { namedObject, Timestamp } from '../primitives.ts';

/** What is mailed to buyers. Nothing else lists it. */
export const MailTemplate = z.enum([
  'receipt',
  'refund_receipt',
  'refund_details',
  'voucher',
  'transfer_instructions',
  'checkout_recovery',
]);
export type MailTemplate = z.infer<typeof MailTemplate>;

/** How far a mail is. */
export const MailStatus = z.enum(['PENDING', 'SENDING', 'ACCEPTED', 'REFUSED', 'FAILED', 'UNKNOWN', 'CANCELED']);
export type MailStatus = z.infer<typeof MailStatus>;

export const Mail = namedObject('Mail', 'A mail of the platform to a buyer.', {
  id: z.string().describe('`eml_…`. The local part of its `Message-ID`, which never changes.'),
  object: z.literal('mail'),
  merchantId: z.string().describe('`acct_…`'),
  livemode: z.boolean(),
  template: MailTemplate,
  aboutId: z.string().describe('ID of the charge, refund or checkout session that the mail is about.'),
  to: z.string().nullable().describe('Address of the buyer. `null` until the mail is first written.'),
  status: MailStatus.describe(
    '`PENDING`: is sent when `nextAttemptAt` has passed. `SENDING`: the server has the whole mail and has not answered yet. `ACCEPTED`: the mail server accepted it. `REFUSED`: the mail server refused it for good. `FAILED`: no mail server accepted it for three days. `UNKNOWN`: the connection was lost before the mail server said whether it accepted the mail; it is not sent again, unless it is resent. `CANCELED`: its reason ended before it was sent.',
  ),
  attempts: z.int().min(0),
  lastError: z.string().nullable().describe('Why the last attempt failed, with the answer of the mail server.'),
  nextAttemptAt: Timestamp.nullable().describe('Only while the mail is `PENDING`.'),
  acceptedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Mail = z.infer<typeof Mail>;

/** Says that the mail about an object was accepted; without its address, which the object's owner knows. */
export const MailAcceptance = z
  .object({
    id: z.string().describe('`eml_…`'),
    object: z.literal('mail_acceptance'),
    template: MailTemplate,
    aboutId: z.string().describe('ID of the refund that the mail is about.'),
  })
  .meta({
    id: 'MailAcceptance',
    description: 'The acceptance of a mail by a mail server, or by the mailbox of test mode.',
  });
export type MailAcceptance = z.infer<typeof MailAcceptance>;

/** A mail of the local mailbox, as scripts of developers read it. */
export const MailboxMail = z
  .object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    template: MailTemplate,
    text: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'MailboxMail', description: 'A mail of test mode in the mailbox of `npm start`.' });
export type MailboxMail = z.infer<typeof MailboxMail>;
