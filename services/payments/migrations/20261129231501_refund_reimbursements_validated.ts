import { Migration } from '@mikro-orm/migrations';

/** Validates that only refunds that were sent are credited again, while refunds are read and written. */
export class RefundReimbursementsValidated extends Migration {
  override up(): void {
    this.addSql('alter table refunds validate constraint refunds_reimbursed');
  }

  override down(): void {
    this.addSql(`alter table refunds drop constraint refunds_reimbursed,
      add constraint refunds_reimbursed
        check (reimbursement_balance_transaction_id is null or status = 'SUCCEEDED') not valid`);
  }
}
