import { IndexMigration } from '@mizan/service-kit/schema';

/** Finds the open sessions to expire by the time at which each is tried. */
export class ExpiryRetriesIndexes extends IndexMigration {
  override up(): void {
    this.build(
      'checkout_sessions_expiry',
      `checkout_sessions (coalesce(expiry_retry_at, expires_at)) where status = 'open'`,
    );
    this.drop('checkout_sessions_due');
  }

  override down(): void {
    this.build('checkout_sessions_due', `checkout_sessions (expires_at) where status = 'open'`);
    this.drop('checkout_sessions_expiry');
  }
}
