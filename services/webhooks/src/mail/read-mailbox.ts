import { type MailView, renderMail } from '@mizan/checkout-page';
import type { MailboxMail } from '@mizan/contracts';
import { acrossMerchants, fragment, type Database, type Fragment } from '@mizan/service-kit';
import type { MailRow } from './mail.entity.ts';
import { mails } from './mail.table.ts';

const shownMax = 100;

/** A mail of test mode as its recipient would get it. */
export interface ReceivedMail extends MailboxMail {
  readonly html: string;
  /** The merchant. */
  readonly from: string;
}

/** The newest mail of test mode of all accounts, newest first. Ids sort by real time, which is the order of arrival. */
export const readMailbox = (db: Database): Promise<ReceivedMail[]> => read(db, fragment`true`);

/** A mail of test mode; undefined when there is none of this id. */
export const findReceivedMail = async (db: Database, id: string): Promise<ReceivedMail | undefined> =>
  (await read(db, fragment`id = ${id}`))[0];

type Kept = Pick<MailRow, 'id' | 'template' | 'recipient' | 'createdAt'> & { readonly view: MailView };

async function read({ system }: Database, condition: Fragment): Promise<ReceivedMail[]> {
  const rows = await system.sql<Kept>`
    select ${mails.pick('id', 'template', 'recipient', 'createdAt', 'view')} from mails
    where ${acrossMerchants} and view is not null and ${condition}
    order by id desc limit ${shownMax}`;
  return rows.map(({ id, template, recipient, createdAt, view }) => ({
    id,
    to: recipient ?? '',
    from: view.merchant.name,
    template,
    createdAt: createdAt.toISOString(),
    ...renderMail(view),
  }));
}
