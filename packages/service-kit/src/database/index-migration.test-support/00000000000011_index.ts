import { IndexMigration } from '../index-migration.ts';

export class CrowdedIndex extends IndexMigration {
  override up(): void {
    this.build('crowded_n', 'crowded (n)');
  }
}
