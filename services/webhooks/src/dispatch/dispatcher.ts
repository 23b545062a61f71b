import { acrossMerchants, type Background, type SystemReader } from '@mizan/service-kit';
import type { AttemptContext } from './attempt-delivery.ts';
import { successClasses } from './breaker.ts';
import { DeliveryPool } from './delivery-pool.ts';

/**
 * Sends the deliveries that fan-out stored in the database: one pool per mode. Postgres is the queue, so any number of
 * processes may run it side by side, and a killed one leaves nothing behind but leases that expire.
 */
export class Dispatcher implements Background {
  readonly #context: AttemptContext;
  readonly #live: DeliveryPool;
  readonly #test: DeliveryPool;

  constructor(context: AttemptContext) {
    this.#context = context;
    this.#live = new DeliveryPool({ ...context, livemode: true });
    this.#test = new DeliveryPool({ ...context, livemode: false });
    this.#observe();
  }

  start(): void {
    this.#live.start();
    this.#test.start();
  }

  /** Called when deliveries of this mode have just been created. */
  wake(livemode: boolean): void {
    this.#poolOf(livemode).wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#live.stop(), this.#test.stop()]);
    await this.#context.sender.close();
  }

  #poolOf(livemode: boolean): DeliveryPool {
    return livemode ? this.#live : this.#test;
  }

  /**
   * Reports the backlog of deliveries and the health of endpoints. An endpoint never gets a time series of its own, because
   * their number is unlimited: endpoints are counted by state and by success; query the database for individual ones.
   */
  #observe(): void {
    const { metrics, db } = this.#context;
    metrics.observe(['mizan.delivery.backlog', 'mizan.delivery.backlog.age'], async (report) => {
      const rows = await backlogs(db.system);
      for (const livemode of [true, false]) {
        const { due = 0, age = 0 } = rows.find((row) => row.livemode === livemode) ?? {};
        const labels = { 'mizan.livemode': String(livemode) };
        report('mizan.delivery.backlog', due, labels);
        report('mizan.delivery.backlog.age', age, labels);
      }
    });
    metrics.observe(['mizan.endpoints'], async (report) => {
      const rows = await endpointStates(db.system);
      for (const livemode of [true, false])
        for (const state of ['well', 'failing', 'paused', 'disabled']) {
          const labels = { 'mizan.livemode': String(livemode), 'mizan.endpoint.state': state };
          const row = rows.find((each) => each.livemode === livemode && each.state === state);
          report('mizan.endpoints', row?.endpoints ?? 0, labels);
        }
    });
    metrics.observe(['mizan.endpoints.success'], (report) => {
      for (const livemode of [true, false]) {
        const counts = this.#poolOf(livemode).endpointsBySuccess();
        for (const success of successClasses) {
          const labels = { 'mizan.livemode': String(livemode), 'mizan.endpoint.success': success };
          report('mizan.endpoints.success', counts.get(success) ?? 0, labels);
        }
      }
    });
  }
}

const countedMax = 10_000; // the exact number beyond it adds nothing

/**
 * Deliveries that a breaker or a merchant holds back are not late. In test mode the account's own clock counts. The oldest
 * is the first of an endpoint in the index, and what is counted is read from the index, up to a limit.
 */
const backlogs = (db: SystemReader) => db.sql<{ livemode: boolean; due: number; age: number }>`
  with recursive waiting (livemode, endpoint_id) as (
    select mode, (select endpoint_id from delivery_queue q where q.livemode = mode order by endpoint_id limit 1)
    from (values (true), (false)) as modes (mode)
    union all
    select w.livemode, (select q.endpoint_id from delivery_queue q
                        where q.livemode = w.livemode and q.endpoint_id > w.endpoint_id order by q.endpoint_id limit 1)
    from waiting w where w.endpoint_id is not null),
  late as materialized (
    select w.livemode, w.endpoint_id, now_there, soonest.next_at
    from waiting w
    join webhook_endpoints e on e.id = w.endpoint_id and e.status = 'enabled'
    join endpoint_health h on h.endpoint_id = w.endpoint_id and h.probe_at is null
    left join test_clocks c on c.merchant_id = e.merchant_id and not e.livemode
    cross join lateral (select now() + coalesce(c.ahead_ms, 0) * interval '1 millisecond' as now_there) clock
    cross join lateral (
      select q.next_at from delivery_queue q
      where q.livemode = w.livemode and q.endpoint_id = w.endpoint_id and q.next_at <= now_there
      order by q.next_at limit 1) soonest
    where ${acrossMerchants})
  select mode as livemode, (
      select count(*)::int from (
        select 1 from late l join delivery_queue q
          on q.livemode = l.livemode and q.endpoint_id = l.endpoint_id and q.next_at <= l.now_there
        where l.livemode = mode limit ${countedMax}) as counted) as due,
    coalesce((select extract(epoch from max(now_there - next_at)) from late where livemode = mode), 0)::float8 as age
  from (values (true), (false)) as modes (mode)`;

const endpointStates = (db: SystemReader) => db.sql<{ livemode: boolean; state: string; endpoints: number }>`
  select e.livemode, count(*)::int as endpoints,
    case when e.status <> 'enabled' then 'disabled' when h.probe_at is not null then 'paused'
         when h.failing_since is not null then 'failing' else 'well' end as state
  from webhook_endpoints e left join endpoint_health h on h.endpoint_id = e.id
  where ${acrossMerchants}
  group by 1, 3`;
