import { Migration } from '@mikro-orm/migrations';

/** An endpoint's last attempt has failed: whichever statement records it, also one of a replica that runs the former version. */
const noteUndelivered = `
create function note_undelivered_event() returns trigger language plpgsql as $$
begin
  insert into undelivered_events (event_id, merchant_id, livemode)
  values (new.event_id, new.merchant_id, new.livemode)
  on conflict do nothing;
  return null;
end $$`;

/** Events that an endpoint missed, so that a list of them reads no others. */
export class UndeliveredEvents extends Migration {
  override up(): void {
    this.addSql(`create table undelivered_events (
      event_id text collate "C" not null,
      merchant_id text collate "C" not null,
      livemode boolean not null,
      primary key (event_id)
    )`);
    this.addSql('create index undelivered_events_of_account on undelivered_events (merchant_id, livemode, event_id)');
    this.addSql(noteUndelivered);
    this.addSql(`create trigger note_undelivered_event after update of state on deliveries
      for each row when (new.state = 'failed' and new.retry_at is null) execute function note_undelivered_event()`);
    this.addSql(`insert into undelivered_events (event_id, merchant_id, livemode)
      select distinct event_id, merchant_id, livemode from deliveries where state = 'failed' and retry_at is null
      on conflict do nothing`);
  }

  override down(): void {
    this.addSql('drop trigger note_undelivered_event on deliveries');
    this.addSql('drop function note_undelivered_event');
    this.addSql('drop table undelivered_events');
  }
}
