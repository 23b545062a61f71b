import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Bus } from './bus/bus.ts';
import { countDeadLetters } from './consumers/dead-letters.ts';
import type { Database } from './database/database.ts';
import type { Leadership } from './database/leadership.ts';
import { countLost } from './outbox/stream-record.ts';
import type { Relay } from './outbox/relay.ts';
import { countedMax, readWaitingEvents } from './outbox/waiting-events.ts';
import type { Metrics } from './telemetry/metrics.ts';

const windowMs = 5_000;
const resolutionMs = 10;
const modes = [true, false];

interface Observed {
  readonly db: Database;
  readonly bus: Bus;
  readonly leadership: Leadership;
  readonly relay: Relay;
  /** Names of the service's durable consumers. */
  readonly durables: readonly string[];
}

/** Reports what every service has: its outbox, its consumers, its connections, whether it leads. */
export function observeService(metrics: Metrics, { db, bus, leadership, relay, durables }: Observed): void {
  metrics.observe(
    [
      'mizan.leader',
      'mizan.bus.up',
      'db.client.connection.count',
      'db.client.connection.max',
      'db.client.connection.pending_requests',
    ],
    (report) => {
      report('mizan.leader', leadership.leads ? 1 : 0, {});
      report('mizan.bus.up', bus.isUp ? 1 : 0, {});
      for (const [name, { used, idle, waiting, max }] of Object.entries(db.use)) {
        const pool = { 'db.client.connection.pool.name': name };
        report('db.client.connection.count', used, { ...pool, 'db.client.connection.state': 'used' });
        report('db.client.connection.count', idle, { ...pool, 'db.client.connection.state': 'idle' });
        report('db.client.connection.max', max, pool);
        report('db.client.connection.pending_requests', waiting, pool);
      }
    },
  );

  metrics.observe(['mizan.database.up'], async (report) =>
    report('mizan.database.up', (await db.isReachable()) ? 1 : 0, {}),
  );

  metrics.observe(['mizan.outbox.rows', 'mizan.outbox.age'], async (report) => {
    const { unpublished, oldestSeconds } = await readWaitingEvents(db.system);
    report('mizan.outbox.rows', unpublished, {});
    report('mizan.outbox.age', Math.max(0, oldestSeconds ?? 0), {});
  });

  metrics.observe(['mizan.outbox.lost', 'mizan.outbox.parked'], async (report) => {
    for (const livemode of modes) {
      const labels = { 'mizan.livemode': String(livemode) };
      report('mizan.outbox.parked', leadership.leads ? relay.parked(livemode) : 0, labels);
      report('mizan.outbox.lost', await countLost(db.system, livemode, countedMax), labels);
    }
  });

  if (durables.length === 0) return;
  metrics.observe(['mizan.consumer.lag'], async (report) => {
    if (!bus.isUp) return; // that it is down has a metric of its own
    // In parallel: while the bus hangs, one request after the other would exceed the scrape's timeout.
    const reports = modes.flatMap((livemode) =>
      durables.map(async (durable) => {
        const { num_pending, num_ack_pending } = await bus.jsm.consumers.info(bus.streamOf(livemode), durable);
        const labels = { 'mizan.consumer': durable, 'mizan.livemode': String(livemode) };
        report('mizan.consumer.lag', num_pending + num_ack_pending, labels);
      }),
    );
    await Promise.all(reports);
  });
  metrics.observe(['mizan.dead_letters'], async (report) => {
    const letters = await countDeadLetters(db.system);
    // Former durables have none left to handle, but perhaps letters.
    for (const durable of new Set([...durables, ...letters.keys()]))
      report('mizan.dead_letters', letters.get(durable) ?? 0, { 'mizan.consumer': durable });
  });
}

/** Reports memory, uptime and how busy and late the event loop is. Returns a function that stops it. */
export function observeProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let last = { p99: 0, utilization: 0 };
  const measure = (): void => {
    const now = performance.eventLoopUtilization();
    // A sample is the time between two ticks of the monitor's timer: what exceeds its period was delay.
    const p99 = Math.max(0, delay.percentile(99) / 1e9 - resolutionMs / 1e3);
    last = { p99, utilization: performance.eventLoopUtilization(now, before).utilization };
    before = now;
    delay.reset();
  };
  const timer = setInterval(measure, windowMs).unref();
  metrics.observe(
    ['nodejs.eventloop.delay.p99', 'nodejs.eventloop.utilization', 'process.memory.usage', 'process.uptime'],
    (report) => {
      report('nodejs.eventloop.delay.p99', last.p99, {});
      report('nodejs.eventloop.utilization', last.utilization, {});
      report('process.memory.usage', process.memoryUsage.rss(), {});
      report('process.uptime', process.uptime(), {});
    },
  );
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}
