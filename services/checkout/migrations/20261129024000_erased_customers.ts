import { Migration } from '@mikro-orm/migrations';

/** Checkouts keep which deleted customer was erased from them. */
export class ErasedCustomers extends Migration {
  override up(): void {
    this.addSql('alter table checkout_sessions add column erased_customer_id text collate "C" null');
  }

  override down(): void {
    this.addSql('alter table checkout_sessions drop column erased_customer_id');
  }
}
