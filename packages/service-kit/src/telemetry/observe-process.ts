import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const windowMs = 5_000;
const resolutionMs = 10;

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
