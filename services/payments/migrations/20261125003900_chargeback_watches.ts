import { Migration } from '@mikro-orm/migrations';

/** Charges whose provider is queried for chargebacks. Those that were captured before are watched as well. */
export class ChargebackWatches extends Migration {
  override up(): void {
    this.addSql(`create table chargeback_watches (
      charge_id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      due_at timestamptz(3) not null,
      captured_at timestamptz(3) not null,
      constraint chargeback_watches_pkey primary key (charge_id))`);
    this.addSql('create index chargeback_watches_due on chargeback_watches (due_at)');
    this.addSql(`insert into chargeback_watches (charge_id, merchant_id, livemode, due_at, captured_at)
      select id, merchant_id, livemode, now() + interval '1 hour', coalesce(captured_at, created_at) from charges
      where provider = 'paymob' and livemode and amount_captured > 0 and payment_method ->> 'type' in ('card', 'apple_pay')
        and created_at > now() - interval '120 days'`);
  }

  override down(): void {
    this.addSql('drop table chargeback_watches');
  }
}
