import { IndexMigration } from '@mizan/service-kit/schema';

/** Finds the first payment of a customer, and those of a period, without reading the others. */
export class PaymentsByTime extends IndexMigration {
  override up(): void {
    this.build(
      'spend_payments_by_time',
      'spend_payments (merchant_id, livemode, customer_id, succeeded_at, payment_intent_id)',
    );
    this.drop('spend_payments_customer');
  }

  override down(): void {
    this.build('spend_payments_customer', 'spend_payments (merchant_id, livemode, customer_id)');
    this.drop('spend_payments_by_time');
  }
}
