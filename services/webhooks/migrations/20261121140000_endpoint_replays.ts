import { Migration } from '@mikro-orm/migrations';

/** What a disabled endpoint misses, and the replays of it that are under way. */
export class EndpointReplays extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_endpoints add column missed_after bigint`);
    this.addSql(`alter table webhook_endpoints add constraint webhook_endpoints_missed_after
      check (missed_after is null or (status = 'disabled' and missed_after >= 0))`);

    this.addSql(`create table endpoint_replays (
      endpoint_id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      replay_id text collate "C" not null,
      after_sequence bigint not null,
      settled_at timestamptz(3) not null,
      constraint endpoint_replays_after_sequence check (after_sequence >= 0)
    )`);
  }

  override down(): void {
    this.addSql(`drop table endpoint_replays`);
    this.addSql(`alter table webhook_endpoints drop column missed_after`);
  }
}
