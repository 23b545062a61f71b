import { readShape } from '../config.ts';
import { listen } from '../http/listen.ts';
import { observeProcess } from '../observe-service.ts';
import type { RunnableProcess } from '../serve.ts';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { startTelemetry } from '../telemetry/telemetry.ts';
import { BusKeeper } from './bus-keeper.ts';
import { keeperEnv, sizesOf } from './keeper-env.ts';
import { openRevocations, type Revocations } from './open-revocations.ts';

const name = 'bus-keeper';

/** The bus keeper as a process: it needs the bus, asks the gateway which users are revoked, and answers probes and `/metrics` as the services do. */
export const busKeeper: RunnableProcess = {
  name,
  async start(rawEnv) {
    const env = readShape(keeperEnv, rawEnv);
    const telemetry = await startTelemetry(name, env);
    const keeper = new BusKeeper({
      url: env.NATS_URL,
      prefix: env.MIZAN_BUS_PREFIX,
      credentials: env.MIZAN_BUS_CREDENTIALS,
      sizes: sizesOf(env),
    });
    observeBus(telemetry.metrics, keeper);
    const endProcessWatch = observeProcess(telemetry.metrics);
    const http = await listen(
      (request, response) => {
        const path = request.url?.split('?')[0];
        if (path === '/metrics')
          return void telemetry.metrics
            .scrape()
            .then((text) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(text))
            .catch((thrown: unknown) => {
              log.warn({ err: thrown }, 'metrics.not_scraped');
              if (!response.headersSent) response.statusCode = 500;
              response.end();
            });
        if (path === '/readyz') response.statusCode = keeper.usage ? 200 : 503;
        else if (path !== '/healthz') response.statusCode = 404;
        response.end();
      },
      { host: env.MIZAN_LISTEN_HOST, port: env.MIZAN_LISTEN_PORT },
    );
    keeper.start();
    const revocations = openRevocations(env);
    if (revocations) observeRevocations(telemetry.metrics, revocations);
    log.info({ event: 'service.started', url: http.url });
    return {
      url: http.url,
      stop: async () => {
        http.drain();
        await Promise.all([keeper.stop(), revocations?.stop()]);
        await http.close();
        await telemetry.stop();
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
