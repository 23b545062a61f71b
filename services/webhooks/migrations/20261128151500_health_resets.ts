import { Migration } from '@mikro-orm/migrations';

/** How often an endpoint was enabled again, so that dispatchers close its breaker and ignore older attempts. */
export class HealthResets extends Migration {
  override up(): void {
    this.addSql('alter table endpoint_health add column resets integer not null default 0');
  }

  override down(): void {
    this.addSql('alter table endpoint_health drop column resets');
  }
}
