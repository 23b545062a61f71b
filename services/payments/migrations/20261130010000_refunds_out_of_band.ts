import { Migration } from '@mikro-orm/migrations';

/** Refunds that merchants send themselves although a provider could return the money. */
export class RefundsOutOfBand extends Migration {
  override up(): void {
    this.addSql(`alter table refunds add column is_out_of_band boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table refunds drop column is_out_of_band`);
  }
}
