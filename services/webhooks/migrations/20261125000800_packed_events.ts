import { Migration } from '@mikro-orm/migrations';

/** The texts of events may be kept compressed, without the two numbers in them. Postgres does not try to compress them again. */
export class PackedEvents extends Migration {
  override up(): void {
    this.addSql(`alter table events
      add column packed bytea, add column packed_from integer, add column endpoints integer, alter column body drop not null`);
    this.addSql('alter table events alter column packed set storage external');
  }

  override down(): void {
    this.addSql(`alter table events
      alter column body set not null, drop column packed, drop column packed_from, drop column endpoints`);
  }
}
