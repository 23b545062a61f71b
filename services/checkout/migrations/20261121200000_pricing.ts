import { Migration } from '@mikro-orm/migrations';

/** The rate that a session keeps, the method that its buyer chose, and its totals in the currency of the prices. */
export class Pricing extends Migration {
  override up(): void {
    this.addSql(`alter table checkout_sessions add pricing json`);
  }

  override down(): void {
    this.addSql(`alter table checkout_sessions drop column pricing`);
  }
}
