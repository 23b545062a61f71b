import { Migration } from '@mikro-orm/migrations';

/** What the merchant has reported as received of a charge that had failed, until its provider has it. */
export class LateReceipts extends Migration {
  override up(): void {
    this.addSql('alter table charges add column late_receipt jsonb');
  }

  override down(): void {
    this.addSql('alter table charges drop column late_receipt');
  }
}
