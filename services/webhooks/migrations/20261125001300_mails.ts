import { Migration } from '@mikro-orm/migrations';

/** Mail to buyers: what is to be sent, and what became of it. */
export class Mails extends Migration {
  override up(): void {
    this.addSql(`create table mails (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      template text not null,
      about_id text collate "C" not null,
      event_id text collate "C" not null,
      status text not null,
      recipient text,
      attempts integer not null,
      next_at timestamptz(3),
      claim_id uuid,
      last_error text,
      view jsonb,
      accepted_at timestamptz(3),
      queued_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      constraint mails_pkey primary key (id),
      constraint mails_status check (status in ('PENDING', 'SENDING', 'ACCEPTED', 'REFUSED', 'FAILED', 'UNKNOWN', 'CANCELED')),
      constraint mails_next_at check ((next_at is not null) = (status in ('PENDING', 'SENDING'))),
      constraint mails_claim check (status <> 'SENDING' or claim_id is not null),
      constraint mails_accepted check ((accepted_at is not null) = (status = 'ACCEPTED')),
      constraint mails_attempts check (attempts >= 0),
      constraint mails_view check (view is null or not livemode))`);
    this.addSql('create unique index mails_once on mails (merchant_id, livemode, about_id, template)');
    this.addSql(`create index mails_due on mails (livemode, merchant_id, next_at) where status = 'PENDING'`);
    this.addSql(`create index mails_sending on mails (livemode, next_at) where status = 'SENDING'`);
    this.addSql(`create index mails_unsent on mails (id) where status in ('REFUSED', 'FAILED', 'UNKNOWN')`);
    this.addSql('create index mails_mailbox on mails (id) where view is not null');
  }

  override down(): void {
    this.addSql('drop table mails');
  }
}
