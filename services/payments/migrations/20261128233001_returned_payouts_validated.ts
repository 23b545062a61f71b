import { Migration } from '@mikro-orm/migrations';

/** Validates which payouts may be returned while payouts are read and written. */
export class ReturnedPayoutsValidated extends Migration {
  override up(): void {
    this.addSql('alter table payouts validate constraint payouts_returned');
  }

  override down(): void {
    this.addSql(`alter table payouts drop constraint payouts_returned,
      add constraint payouts_returned check (not is_returned or status = 'FAILED') not valid`);
  }
}
