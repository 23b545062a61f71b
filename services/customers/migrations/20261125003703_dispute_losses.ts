import { Migration } from '@mikro-orm/migrations';

/** What customers have lost merchants in disputes. */
export class DisputeLosses extends Migration {
  override up(): void {
    this.addSql("alter table spend_payments add column lost bigint not null default '0'");
    this.addSql("alter table customers add column amount_dispute_losses bigint not null default '0'");
    this.addSql(`alter table customers drop constraint customers_spend,
      add constraint customers_spend check (gross_spend >= 0 and gross_spend <= 9007199254740991
        and amount_refunded >= 0 and amount_dispute_losses >= 0 and num_payments >= 0) not valid`);
    this.addSql(`create table spend_disputes (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      dispute_id text collate "C" not null,
      constraint spend_disputes_pkey primary key (merchant_id, livemode, dispute_id))`);
  }

  override down(): void {
    this.addSql('drop table spend_disputes');
    this.addSql(`alter table customers drop constraint customers_spend,
      add constraint customers_spend check (gross_spend >= 0 and gross_spend <= 9007199254740991
        and amount_refunded >= 0 and num_payments >= 0)`);
    this.addSql('alter table customers drop column amount_dispute_losses');
    this.addSql('alter table spend_payments drop column lost');
  }
}
