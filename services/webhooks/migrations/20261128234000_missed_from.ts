import { Migration } from '@mikro-orm/migrations';

/** From which event on an endpoint has missed some since its last success, so that disabling it searches no deliveries. */
export class MissedFrom extends Migration {
  override up(): void {
    this.addSql('alter table endpoint_health add column missed_from bigint');
  }

  override down(): void {
    this.addSql('alter table endpoint_health drop column missed_from');
  }
}
