import { command, page, system, type RoutesOf } from '@mizan/service-kit';
import { listMails } from './read-mails.ts';
import { resendMail, scopeOfMail } from './resend-mail.ts';
import type { MailboxApp } from './mailbox-page.ts';
import { showMail } from './show-mail.ts';
import { readMailboxJson, showMailbox } from './show-mailbox.ts';

interface MailRoutesApp extends MailboxApp {
  readonly wakeMail: (livemode: boolean) => void;
}

/** The mail of all accounts for the operator, and the mailbox of test mode. */
export const mailRoutes = (app: MailRoutesApp) =>
  ({
    listMails: system((db, { query }) => listMails(db, query)),
    resendMail: command({
      scope: (db, { params }) => scopeOfMail(db, params.id),
      run: (tx, { params }) => resendMail(tx, params.id, app.wakeMail),
    }),
    showMailbox: page(({ db }) => showMailbox(db, app)),
    showMail: page(({ db }, { params }) => showMail(db, app, params.id)),
    readMailbox: page(({ db }) => readMailboxJson(db, app)),
  }) satisfies Partial<RoutesOf<'webhooks'>>;
