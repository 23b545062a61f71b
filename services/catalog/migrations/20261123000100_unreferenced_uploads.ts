import { Migration } from '@mikro-orm/migrations';

/** Since when no product shows an uploaded picture. */
export class UnreferencedUploads extends Migration {
  override up(): void {
    this.addSql(`alter table uploads add column checked_at timestamptz(3), add column unreferenced_at timestamptz(3)`);
  }

  override down(): void {
    this.addSql('alter table uploads drop column checked_at, drop column unreferenced_at');
  }
}
