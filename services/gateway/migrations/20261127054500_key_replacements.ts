import { Migration } from '@mikro-orm/migrations';

/** Which key replaces a rolled one. That of keys that were rolled before is not known. */
export class KeyReplacements extends Migration {
  override up(): void {
    this.addSql('alter table api_keys add column replaced_by text collate "C" null');
  }

  override down(): void {
    this.addSql('alter table api_keys drop column replaced_by');
  }
}
