import { Migration } from '@mikro-orm/migrations';

/** Guests that became part of other customers. */
export class MergedCustomers extends Migration {
  override up(): void {
    this.addSql(`create table merged_customers (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      id text collate "C" not null,
      merged_into text collate "C" not null,
      primary key (merchant_id, livemode, id)
    )`);
    this.addSql(`create index merged_customers_survivor on merged_customers (merchant_id, livemode, merged_into)`);
  }

  override down(): void {
    this.addSql(`drop table merged_customers`);
  }
}
