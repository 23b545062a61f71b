import type { RequestListener } from 'node:http';
import { z } from 'zod';
import { commonEnv, readShape } from './config.ts';
import { answerScrape } from './http/answer-scrape.ts';
import { listen } from './http/listen.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

/** Environment of a process without an API: the address of its health and metrics, and where it exports them. */
export const { shape: probeEnv } = z.object(commonEnv).pick({
  MIZAN_LISTEN_HOST: true,
  MIZAN_LISTEN_PORT: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_METRICS_EXPORTER: true,
  OTEL_METRIC_EXPORT_INTERVAL: true,
});

/** What a process without an API shows of itself. */
export interface Probes {
  readonly metrics: Metrics;
  /** Where `/healthz`, `/readyz` and `/metrics` are. */
  readonly url: string;
  /** Finishes the requests in progress, exports the last metrics, and stops listening. */
  stop(): Promise<void>;
}

/**
 * Answers probes and scrapes as the services do, for a process without an API.
 *
 * @param isReady what `/readyz` says
 * @throws ConfigError as `readShape` does
 */
export async function startProbes(
  name: string,
  rawEnv: Readonly<Record<string, string | undefined>>,
  isReady: () => boolean,
): Promise<Probes> {
  const env = readShape(probeEnv, rawEnv);
  const telemetry = await startTelemetry(name, env);
  const { metrics } = telemetry;
  const http = await listen(answerProbes(metrics, isReady), {
    host: env.MIZAN_LISTEN_HOST,
    port: env.MIZAN_LISTEN_PORT,
  });
  return {
    metrics,
    url: http.url,
    stop: async () => {
      http.drain();
      await http.close();
      await telemetry.stop();
    },
  };
}

const answerProbes =
  (metrics: Metrics, isReady: () => boolean): RequestListener =>
  (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics') return void answerScrape(metrics, response);
    if (path === '/readyz') response.statusCode = isReady() ? 200 : 503;
    else if (path !== '/healthz') response.statusCode = 404;
    response.end();
  };
