import { Migration } from '@mikro-orm/migrations';

/** What is to go wrong with the next deliveries of endpoints of test mode. */
export class EndpointFaults extends Migration {
  override up(): void {
    this.addSql(`create table endpoint_faults (
      endpoint_id text collate "C" primary key,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      mode text not null,
      remaining integer not null,
      delay_seconds integer not null,
      constraint endpoint_faults_mode check (mode in ('duplicate', 'drop', 'reorder', 'corrupt_signature', 'delay')),
      constraint endpoint_faults_remaining check (remaining >= 0),
      constraint endpoint_faults_delay check (delay_seconds >= 1 and delay_seconds <= 3600),
      constraint endpoint_faults_of_test_mode check (not livemode)
    )`);
  }

  override down(): void {
    this.addSql(`drop table endpoint_faults`);
  }
}
