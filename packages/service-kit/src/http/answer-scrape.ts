import type { ServerResponse } from 'node:http';
import { log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Answers Prometheus with every metric as it is now, or 500 if they cannot be read. Never rejects. */
export async function answerScrape(metrics: Pick<Metrics, 'scrape'>, response: ServerResponse): Promise<void> {
  try {
    const text = await metrics.scrape();
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8').end(text);
  } catch (thrown) {
    log.warn({ err: thrown }, 'metrics.not_scraped');
    if (!response.headersSent) response.statusCode = 500;
    response.end();
  }
}
