import { Migration } from '@mikro-orm/migrations';

/**
 * Sums of sale lines by quarter of an hour, which days of every time zone begin with. A line belongs to the sums once
 * `is_summed` is set; the trigger adds it then, and from then on what is refunded of it.
 */
const addToSums = `
create function add_to_sale_sums() returns trigger language plpgsql as $$
begin
  insert into sale_sums as sums (
    merchant_id, livemode, product_id, currency, quarter, price_id, units_sold, gross, discount, refunded, orders, last_sold_at)
  select
    line.merchant_id, line.livemode, line.product_id, line.currency,
    date_bin('15 minutes', line.sold_at, '2000-01-01T00:00:00Z'), line.price_id,
    sum(line.quantity), sum(line.gross), sum(line.discount), sum(line.refunded),
    count(*) filter (where not exists (
      select from sale_lines earlier
      where earlier.merchant_id = line.merchant_id and earlier.livemode = line.livemode
        and earlier.order_id = line.order_id and earlier.line_id < line.line_id
        and earlier.product_id = line.product_id and earlier.currency = line.currency)),
    max(line.sold_at)
  from changed line join former using (merchant_id, livemode, order_id, line_id)
  where line.is_summed and not former.is_summed
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (merchant_id, livemode, product_id, quarter, currency, price_id) do update set
    units_sold = sums.units_sold + excluded.units_sold,
    gross = sums.gross + excluded.gross,
    discount = sums.discount + excluded.discount,
    refunded = sums.refunded + excluded.refunded,
    orders = sums.orders + excluded.orders,
    last_sold_at = greatest(sums.last_sold_at, excluded.last_sold_at);

  update sale_sums as sums set refunded = sums.refunded + grown.refunded
  from (
    select
      line.merchant_id, line.livemode, line.product_id, line.currency,
      date_bin('15 minutes', line.sold_at, '2000-01-01T00:00:00Z') as quarter, line.price_id,
      sum(line.refunded - former.refunded) as refunded
    from changed line join former using (merchant_id, livemode, order_id, line_id)
    where line.is_summed and former.is_summed and line.refunded <> former.refunded
    group by 1, 2, 3, 4, 5, 6
  ) as grown
  where (sums.merchant_id, sums.livemode, sums.product_id, sums.currency, sums.quarter, sums.price_id)
    = (grown.merchant_id, grown.livemode, grown.product_id, grown.currency, grown.quarter, grown.price_id);
  return null;
end $$`;

/** Statistics of a product read sums instead of every line; what no sum has yet is read beside them. */
export class SaleSums extends Migration {
  override up(): void {
    this.addSql(`alter table sale_lines add column is_summed boolean not null default false`);
    this.addSql(`create table sale_sums (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      product_id text collate "C" not null,
      quarter timestamptz(3) not null,
      currency text not null,
      price_id text collate "C" not null,
      units_sold bigint not null,
      gross bigint not null,
      discount bigint not null,
      refunded bigint not null,
      orders bigint not null,
      last_sold_at timestamptz(3) not null,
      primary key (merchant_id, livemode, product_id, quarter, currency, price_id),
      constraint sale_sums_amounts check (
        units_sold >= 0 and gross >= 0 and discount >= 0 and discount <= gross and refunded >= 0
        and refunded <= gross - discount and orders >= 0)
    )`);
    this.addSql(addToSums);
    this.addSql(`create trigger sale_lines_summed after update on sale_lines
      referencing old table as former new table as changed for each statement execute function add_to_sale_sums()`);
  }

  override down(): void {
    this.addSql('drop trigger sale_lines_summed on sale_lines');
    this.addSql('drop function add_to_sale_sums()');
    this.addSql('drop table sale_sums');
    this.addSql('alter table sale_lines drop column is_summed');
  }
}
