import { Migration } from '@mikro-orm/migrations';

/** Where buyers want the money of refunds to go. */
export class RefundDetails extends Migration {
  override up(): void {
    this.addSql(`create table refund_details (
      merchant_id text collate "C" not null,
      livemode boolean not null,
      refund_id text collate "C" primary key,
      sealed bytea not null,
      created_at timestamptz(3) not null
    )`);
  }

  override down(): void {
    this.addSql('drop table refund_details');
  }
}
