import { IndexMigration } from '@mizan/service-kit/schema';

/** Balances to publish are looked for ten times a second, by merchant. */
export class BalanceDues extends IndexMigration {
  override up(): void {
    this.build('balance_dues_merchant', 'balance_dues (merchant_id, livemode)');
    this.addSql(
      `alter table balance_dues set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
    );
  }

  override down(): void {
    this.addSql(`alter table balance_dues reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`);
    this.drop('balance_dues_merchant');
  }
}
