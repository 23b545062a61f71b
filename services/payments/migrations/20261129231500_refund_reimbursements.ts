import { Migration } from '@mikro-orm/migrations';

/** The credit of a refund that the merchant has sent itself although the platform holds the money. */
export class RefundReimbursements extends Migration {
  override up(): void {
    this.addSql(`alter table refunds
      add column reimbursement_balance_transaction_id text collate "C",
      add constraint refunds_reimbursed
        check (reimbursement_balance_transaction_id is null or status = 'SUCCEEDED') not valid`);
  }

  override down(): void {
    this.addSql(`alter table refunds
      drop constraint refunds_reimbursed, drop column reimbursement_balance_transaction_id`);
  }
}
