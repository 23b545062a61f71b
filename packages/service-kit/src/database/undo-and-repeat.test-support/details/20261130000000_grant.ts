import { Migration } from '@mikro-orm/migrations';

export class Grant extends Migration {
  override up(): void {
    this.addSql(`grant select on parcels to public`);
  }

  override down(): void {
    this.addSql(`revoke select on parcels from public`);
  }
}
