import { Migration } from '@mikro-orm/migrations';

/** The second factor that managing live keys takes. */
export class SecondFactor extends Migration {
  override up(): void {
    this.addSql(`alter table accounts add two_factor_sealed bytea, add two_factor_step bigint`);
    this.addSql(`create index accounts_created_at on accounts (created_at, id)`);
  }

  override down(): void {
    this.addSql(`drop index accounts_created_at`);
    this.addSql(`alter table accounts drop two_factor_sealed, drop two_factor_step`);
  }
}
