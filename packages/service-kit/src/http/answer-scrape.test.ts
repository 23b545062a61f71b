import { expect, test } from '@jest/globals';
import { createNoopMeter } from '@opentelemetry/api';
import { Metrics, PrometheusReader } from '../telemetry/metrics.ts';
import { answerScrape } from './answer-scrape.ts';
import { listen } from './listen.ts';

async function scrape(metrics: Metrics): Promise<[number, string | null, string]> {
  const http = await listen((_request, response) => void answerScrape(metrics, response), {
    host: '127.0.0.1',
    port: 0,
  });
  const response = await fetch(http.url);
  const text = await response.text();
  await http.close();
  return [response.status, response.headers.get('content-type'), text];
}

test('a scrape is answered in the text format of Prometheus', async () => {
  const metrics = new Metrics('probe');
  metrics.observe(['mizan.bus.up'], (report) => report('mizan.bus.up', 1, {}));
  expect(await scrape(metrics)).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    expect.stringMatching(/^mizan_bus_up\{service_name="mizan-probe"\} 1$/m),
  ]);
});

test('metrics that cannot be read are 500, and the process goes on', async () => {
  const unbound = new Metrics('probe', new PrometheusReader(), createNoopMeter());
  expect(await scrape(unbound)).toEqual([500, null, '']);
});
