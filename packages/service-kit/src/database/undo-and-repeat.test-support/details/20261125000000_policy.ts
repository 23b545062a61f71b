import { Migration } from '@mikro-orm/migrations';

export class Policy extends Migration {
  override up(): void {
    this.addSql(`create policy visible on parcels using (n > 0)`);
  }

  override down(): void {
    this.addSql(`drop policy visible on parcels`);
  }
}
