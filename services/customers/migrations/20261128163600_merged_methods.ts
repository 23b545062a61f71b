import { Migration } from '@mikro-orm/migrations';

/** Guests that were merged into another keep nothing of their person. */
export class MergedMethods extends Migration {
  override up(): void {
    this.addSql(`update customers set latest_payment_method = null
      where merged_into is not null and latest_payment_method is not null`);
  }

  override down(): void {
    // What was erased stays erased.
  }
}
