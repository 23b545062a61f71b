import { Migration } from '@mikro-orm/migrations';

const failed = `payment_link_id is not null and status = 'complete' and payment_status = 'unpaid'
  and payment_intent ->> 'status' in ('FAILED', 'CANCELED')`;

const countAll = (sign: '+' | '-') => `
  insert into row_counts (merchant_id, livemode, counted, slot, rows)
  select merchant_id, livemode, payment_link_id || ' completed', 0, ${sign}count(*)
  from checkout_sessions where ${failed} group by merchant_id, livemode, payment_link_id
  on conflict (merchant_id, livemode, counted, slot) do update set rows = row_counts.rows + excluded.rows`;

/** Completions of payment links whose payment has failed since are not counted any more. */
export class FailedCompletions extends Migration {
  override up(): void {
    this.addSql(countAll('-'));
  }

  override down(): void {
    this.addSql(countAll('+'));
  }
}
