import { Migration } from '@mikro-orm/migrations';

/** Checkouts keep in which other one their order is paid, where they have expired for that. */
export class PaidIn extends Migration {
  override up(): void {
    this.addSql('alter table checkout_sessions add column paid_in text collate "C" null');
  }

  override down(): void {
    this.addSql('alter table checkout_sessions drop column paid_in');
  }
}
