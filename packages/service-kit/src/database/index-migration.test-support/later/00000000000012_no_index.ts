import { IndexMigration } from '../../index-migration.ts';

export class NoCrowdedIndex extends IndexMigration {
  override up(): void {
    this.drop('crowded_n');
  }
}
