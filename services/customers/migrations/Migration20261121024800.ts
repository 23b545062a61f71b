import { Migration } from '@mikro-orm/migrations';

/** Marks of guests in a table of their own, which is found by a B-tree however few rows it has. */
export class Migration20261121024800 extends Migration {
  override name = 'Migration20261121024800';

  override up(): void {
    this.addSql(`create table guest_marks (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      mark text collate "C" not null,
      customer_id text collate "C" not null,
      primary key (merchant_id, livemode, mark, customer_id)
    )`);
    this.addSql(`insert into guest_marks
      select merchant_id, livemode, mark, id from customers,
        lateral (
          select 'email:' || each from unnest(guest_emails) as each
          union select 'phone:' || each from unnest(guest_phones) as each
          union select 'card:' || each from unnest(guest_cards) as each
        ) as marks (mark)`);
    this.addSql(`drop index customers_guest_marks`);
  }

  override down(): void {
    this.addSql(`create index customers_guest_marks on customers using gin (
      guest_emails, guest_phones, guest_cards
    ) with (fastupdate = off) where type = 'guest' and merged_into is null`);
    this.addSql(`drop table guest_marks`);
  }
}
