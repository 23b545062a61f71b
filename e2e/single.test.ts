import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import { eventually, startWebhookSink, type WebhookSink } from '@mizan/testing';
import { edgesOf, startCollector, type Collector } from './observability/otlp-collector.test-support.ts';
import { purchasePaths } from './purchase-paths.test-support.ts';
import { startPlatform, Storefront } from './storefront.test-support.ts';

let shop: Storefront;
let sink: WebhookSink;
let collector: Collector;

beforeAll(async () => {
  [sink, collector] = await Promise.all([startWebhookSink(), startCollector()]);
  const env = { LOG_LEVEL: 'info', MIZAN_TRACE_RATIO: '1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  shop = new Storefront(await startPlatform({ ...env, OTEL_METRICS_EXPORTER: 'none' }, 'guarded', true));
});
afterAll(async () => {
  await shop.world.stop();
  await sink.close();
  collector.close();
});

interface Line {
  readonly event?: string;
  readonly service?: string;
  readonly operation?: string;
}
const lines = (): Line[] =>
  readFileSync(shop.world.single.logFile, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
const pids = () => serviceNames.map((name) => shop.world.single.fleet.replicas()[name][0]?.pid);

purchasePaths(() => ({ shop, sink }));

test('a purchase is one trace, whose spans name the service that each belongs to', async () => {
  await shop.buy(5_000);
  await eventually(() => {
    const confirm = collector.spans().findLast(({ name }) => name === 'gateway confirmHostedCheckout');
    expect([...edgesOf(collector.spans(confirm?.traceId ?? 'none'))]).toEqual(
      expect.arrayContaining([
        'gateway confirmHostedCheckout > checkout confirmHostedCheckout',
        'checkout: call resolveCustomer > customers resolveCustomer',
        'customers resolveCustomer > customers: db.query',
        'checkout: call holdStock > catalog holdStock',
        'catalog holdStock > catalog: db.query',
        'checkout: call confirmPayment > payments confirmPayment',
        'payments confirmPayment > payments: publish payment_intent.succeeded',
        'payments confirmPayment > catalog: process payment_intent.succeeded',
      ]),
    );
  });
  const misnamed = collector.spans().filter(({ service }) => !/^mizan-/.test(service));
  expect(misnamed).toEqual([]);
});

test('each service logs under its name and has metrics of its own', async () => {
  await eventually(() => {
    const named = (event: string) => new Set(lines().flatMap((line) => (line.event === event ? [line.service] : [])));
    expect(named('service.started')).toEqual(new Set(serviceNames));
    expect(lines().filter(({ operation }) => operation === 'holdStock')).toContainEqual(
      expect.objectContaining({ service: 'catalog' }),
    );
    const confirms = lines().filter(({ operation }) => operation === 'confirmHostedCheckout');
    expect(new Set(confirms.map(({ service }) => service))).toEqual(new Set(['gateway', 'checkout']));
  });
  const scraped = await fetch(`${shop.world.urls.catalog}/metrics`).then((response) => response.text());
  expect(scraped).toMatch(/http_server_request_duration_seconds_count{.*mizan_operation="holdStock".*} \d/);
  expect(scraped).not.toContain('mizan_operation="confirmPayment"');
});

test('a service that fails takes the others with it, and all are started again: nothing acknowledged is lost', async () => {
  const before = pids();
  expect(new Set(before).size).toBe(1);
  const { price, session } = await shop.buy(8_000, 3);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await eventually(async () => {
    expect(pids()[0]).not.toBe(before[0]);
    expect((await fetch(`${shop.world.gatewayUrl}/readyz`)).status).toBe(200);
    expect(await shop.session(session.id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
    expect((await shop.price(price.id)).stock).toBe(2);
  });
  await shop.buy(8_000);
});

test('it ends once the gateway, and then every other service, has drained', async () => {
  await shop.world.single.fleet.stop();
  const stopped = lines().flatMap(({ event, service }) => (event === 'service.stopped' ? [service] : []));
  expect(stopped[0]).toBe('gateway');
  expect(new Set(stopped)).toEqual(new Set(serviceNames));
});
