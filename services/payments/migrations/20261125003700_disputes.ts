import { Migration } from '@mikro-orm/migrations';

/** Disputes of charges, and what they have lost of what could be refunded. */
export class Disputes extends Migration {
  override up(): void {
    this.addSql("alter table charges add column amount_lost bigint not null default '0'");
    this.addSql(`alter table charges add constraint charges_lost
      check (amount_lost >= 0 and amount_refunded + amount_lost <= amount_captured) not valid`);
    this.addSql(`create table disputes (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      version int not null,
      charge_id text collate "C" not null,
      payment_intent_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      reason text not null,
      status text not null,
      is_inquiry boolean not null,
      evidence jsonb not null,
      evidence_due_by timestamptz(3),
      is_refundable boolean not null,
      fee_amount bigint not null,
      balance_transaction_id text collate "C",
      reversal_balance_transaction_id text collate "C",
      provider text not null,
      connection_id text collate "C",
      external_dispute_id text collate "C" not null,
      lost_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      constraint disputes_pkey primary key (id),
      constraint disputes_charge_id_foreign foreign key (charge_id) references charges (id) on delete no action,
      constraint disputes_amounts check (amount >= 1 and amount <= 999999999999 and fee_amount >= 0),
      constraint disputes_money check (
        (balance_transaction_id is not null or (reversal_balance_transaction_id is null and fee_amount = 0))
        and (balance_transaction_id is null or not is_inquiry)),
      constraint disputes_inquiry check (
        (not is_inquiry or status in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WARNING_CLOSED')) and (is_inquiry or status <> 'WARNING_CLOSED')),
      constraint disputes_lost_at check (lost_at is null or status = 'NEEDS_RESPONSE'))`);
    this.addSql(
      'create unique index disputes_external on disputes (merchant_id, livemode, provider, external_dispute_id)',
    );
    this.addSql('create index disputes_newest on disputes (merchant_id, livemode, created_at desc, id desc)');
    this.addSql('create index disputes_charge on disputes (charge_id)');
    this.addSql('create index disputes_payment_intent on disputes (payment_intent_id)');
    this.addSql('create index disputes_due on disputes (lost_at) where lost_at is not null');
    this.addSql(`create table dispute_notices (
      connection_id text collate "C" not null,
      external_dispute_id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      reports int not null,
      due_at timestamptz(3) not null,
      attempts int not null,
      created_at timestamptz(3) not null,
      constraint dispute_notices_pkey primary key (connection_id, external_dispute_id))`);
    this.addSql('create index dispute_notices_due on dispute_notices (due_at)');
  }

  override down(): void {
    this.addSql('drop table dispute_notices');
    this.addSql('drop table disputes');
    this.addSql('alter table charges drop column amount_lost');
  }
}
