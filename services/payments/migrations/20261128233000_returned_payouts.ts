import { Migration } from '@mikro-orm/migrations';

/** Payouts whose money the bank returned after it had executed them. */
export class ReturnedPayouts extends Migration {
  override up(): void {
    this.addSql(`alter table payouts
      add column is_returned boolean not null default false,
      add constraint payouts_returned check (not is_returned or status = 'FAILED') not valid`);
  }

  override down(): void {
    this.addSql(`alter table payouts drop constraint payouts_returned, drop column is_returned`);
  }
}
