import { readShape } from '../config.ts';
import { observeProcess } from '../observe-service.ts';
import { startProbes } from '../probes.ts';
import type { RunnableProcess } from '../serve.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { BusKeeper } from './bus-keeper.ts';
import { keeperEnv, sizesOf } from './keeper-env.ts';
import { openRevocations, type Revocations } from './open-revocations.ts';

const name = 'bus-keeper';

/** The bus keeper as a process: it needs the bus, asks the gateway which users are revoked, and answers probes and `/metrics` as the services do. */
export const busKeeper: RunnableProcess = {
  name,
  async start(rawEnv) {
    const env = readShape(keeperEnv, rawEnv);
    const keeper = new BusKeeper({
      url: env.NATS_URL,
      prefix: env.MIZAN_BUS_PREFIX,
      credentials: env.MIZAN_BUS_CREDENTIALS,
      sizes: sizesOf(env),
    });
    const { metrics, url, stop } = await startProbes(name, rawEnv, () => keeper.usage !== undefined);
    observeBus(metrics, keeper);
    const endProcessWatch = observeProcess(metrics);
    keeper.start();
    const revocations = openRevocations(env);
    if (revocations) observeRevocations(metrics, revocations);
    log.info({ event: 'service.started', url });
    return {
      url,
      stop: async () => {
        await Promise.all([keeper.stop(), revocations?.stop()]);
        await stop();
        endProcessWatch();
        log.info({ event: 'service.stopped' });
      },
    };
  },
};

/** Reports how full the streams are, how far teams can read back, and how far their copy is behind. */
function observeBus(metrics: Metrics, keeper: BusKeeper): void {
  metrics.observe(['mizan.bus.up'], (report) => report('mizan.bus.up', keeper.usage ? 1 : 0, {}));
  metrics.observe(
    [
      'mizan.bus.stream.size',
      'mizan.bus.stream.limit',
      'mizan.bus.stream.usage',
      'mizan.bus.copy.lag',
      'mizan.bus.copy.age',
    ],
    (report) => {
      const { usage } = keeper;
      if (!usage) return; // that it is down has a metric of its own
      for (const { stream, bytes, limitBytes } of usage.streams) {
        const labels = { 'mizan.stream': stream };
        report('mizan.bus.stream.size', bytes, labels);
        report('mizan.bus.stream.limit', limitBytes, labels);
        report('mizan.bus.stream.usage', bytes / limitBytes, labels);
      }
      for (const { stream, events } of usage.copyLag) report('mizan.bus.copy.lag', events, { 'mizan.stream': stream });
      report('mizan.bus.copy.age', usage.oldestAt ? (Date.now() - usage.oldestAt.getTime()) / 1_000 : 0, {});
    },
  );
}

const observeRevocations = (metrics: Metrics, revocations: Revocations): void =>
  metrics.observe(['mizan.bus.users.revoked'], (report) => {
    const { refused } = revocations;
    if (refused !== undefined) report('mizan.bus.users.revoked', refused, {});
  });
