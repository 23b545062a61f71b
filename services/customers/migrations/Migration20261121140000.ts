import { Migration } from '@mikro-orm/migrations';

/** What was bought, for statistics. */
export class Migration20261121140000 extends Migration {
  override up(): void {
    this.addSql(`create table spend_items (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      checkout_session_id text collate "C" not null,
      product_id text collate "C" not null,
      customer_id text collate "C" not null,
      name text not null,
      currency text not null,
      quantity bigint not null,
      amount bigint not null,
      bought_at timestamptz(3) not null,
      primary key (merchant_id, livemode, checkout_session_id, product_id)
    )`);
    this.addSql(`create index spend_items_customer on spend_items (merchant_id, livemode, customer_id, bought_at)`);
  }

  override down(): void {
    this.addSql(`drop table spend_items`);
  }
}
