import { Migration } from '@mikro-orm/migrations';

/** What has changed in the catalog since checkouts and links were written, and which products a link is found by. */
export class CatalogObjects extends Migration {
  override up(): void {
    this.addSql(`create table catalog_objects (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      version integer not null,
      shown json not null,
      primary key (merchant_id, livemode, id)
    )`);
    this.addSql(`alter table payment_links add column product_ids text[] not null default '{}'`);
    this.addSql(`update payment_links set product_ids = array(
      select distinct line #>> '{product,id}' from json_array_elements(line_items) as line)`);
    this.addSql(`create index payment_links_products on payment_links using gin (product_ids)`);
  }

  override down(): void {
    this.addSql(`alter table payment_links drop column product_ids`);
    this.addSql(`drop table catalog_objects`);
  }
}
