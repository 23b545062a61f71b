import { IndexMigration } from '@mizan/service-kit/schema';

/** What a payout lists, and what no payout has taken yet. */
export class PayoutTransactions extends IndexMigration {
  override up(): void {
    this.build(
      'balance_transactions_unpaid',
      "balance_transactions (merchant_id, livemode, currency, available_on) where payout_id is null and status = 'available'",
    );
    this.build('balance_transactions_payout', 'balance_transactions (payout_id) where payout_id is not null');
  }

  override down(): void {
    this.drop('balance_transactions_payout');
    this.drop('balance_transactions_unpaid');
  }
}
