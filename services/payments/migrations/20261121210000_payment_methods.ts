import { Migration } from '@mikro-orm/migrations';

/** Payment methods that customers saved. */
export class PaymentMethods extends Migration {
  override up(): void {
    this.addSql(`create table payment_methods (
      id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      customer_id text collate "C" not null,
      type text not null,
      method jsonb not null,
      fingerprint text not null,
      is_duplicate boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(
      `create unique index payment_methods_card on payment_methods (merchant_id, livemode, customer_id, fingerprint) where not is_duplicate`,
    );
    this.addSql(`create index payment_methods_customer on payment_methods (merchant_id, livemode, customer_id)`);
  }

  override down(): void {
    this.addSql(`drop table payment_methods`);
  }
}
