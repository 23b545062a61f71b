import { Migration } from '@mikro-orm/migrations';

/** A payment has at most one attempt that is not decided. */
export class OneAttemptAtATime extends Migration {
  override up(): void {
    this.addSql(`create unique index charges_undecided on charges (payment_intent_id) where status = 'PENDING'`);
  }

  override down(): void {
    this.addSql(`drop index charges_undecided`);
  }
}
