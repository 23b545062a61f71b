import { Migration } from '@mikro-orm/migrations';

/** Where the buyer of a charge was. */
export class ChargeGeocoding extends Migration {
  override up(): void {
    this.addSql('alter table charges add column geocoding jsonb');
  }

  override down(): void {
    this.addSql('alter table charges drop column geocoding');
  }
}
