import { IndexMigration } from '@mizan/service-kit/schema';

/** What is open of one account, among all that is over: refunds, disputes, and funds that are not available yet. */
export class OpenWorkIndexes extends IndexMigration {
  override up(): void {
    this.build('refunds_pending', "refunds (merchant_id, livemode) where status = 'PENDING'");
    this.build('disputes_open', "disputes (merchant_id, livemode) where status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')");
    this.build(
      'balance_transactions_pending',
      "balance_transactions (merchant_id, livemode, currency, available_on) where status = 'pending'",
    );
  }

  override down(): void {
    this.drop('balance_transactions_pending');
    this.drop('disputes_open');
    this.drop('refunds_pending');
  }
}
