import { Migration } from '@mikro-orm/migrations';

/** The credit of a refund that the merchant has sent itself although the platform holds the money. */
export class RefundReimbursements extends Migration {
  override up(): void {
    this.addSql('alter table refunds add column reimbursement_balance_transaction_id text');
  }

  override down(): void {
    this.addSql('alter table refunds drop column reimbursement_balance_transaction_id');
  }
}
