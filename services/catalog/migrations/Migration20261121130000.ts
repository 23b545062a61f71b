import { Migration } from '@mikro-orm/migrations';

/** What was sold, for statistics. */
export class Migration20261121130000 extends Migration {
  override up(): void {
    this.addSql(`create table sale_orders (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      amount bigint not null,
      refunded bigint not null,
      intent_version int not null,
      sold_at timestamptz(3),
      primary key (merchant_id, livemode, id)
    )`);
    this.addSql(`create table sale_lines (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      order_id text collate "C" not null,
      line_id text collate "C" not null,
      product_id text collate "C" not null,
      price_id text collate "C" not null,
      quantity int not null,
      currency text not null,
      gross bigint not null,
      discount bigint not null,
      refunded bigint not null,
      sold_at timestamptz(3) not null,
      primary key (merchant_id, livemode, order_id, line_id),
      constraint sale_lines_amounts check (
        gross >= 0 and discount >= 0 and discount <= gross and refunded >= 0 and refunded <= gross - discount)
    )`);
    this.addSql(`create index sale_lines_product on sale_lines (merchant_id, livemode, product_id, sold_at desc)`);
  }

  override down(): void {
    this.addSql(`drop table sale_lines`);
    this.addSql(`drop table sale_orders`);
  }
}
