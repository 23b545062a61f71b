import { Migration } from '@mikro-orm/migrations';

/** Uses of first-purchase codes are found by their buyer, whichever coupon they are of. */
export class FirstPurchases extends Migration {
  override up(): void {
    this.addSql(`create index discount_marks_mark on discount_marks (merchant_id, livemode, mark)`);
  }

  override down(): void {
    this.addSql(`drop index discount_marks_mark`);
  }
}
