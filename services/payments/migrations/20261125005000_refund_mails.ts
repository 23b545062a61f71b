import { Migration } from '@mikro-orm/migrations';

/** When the mail that requests the bank details of a refund was accepted. */
export class RefundMails extends Migration {
  override up(): void {
    this.addSql('alter table refunds add column email_sent_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('alter table refunds drop column email_sent_at');
  }
}
