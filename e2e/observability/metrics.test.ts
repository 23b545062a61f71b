import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import { metricTable, prometheusName, type MetricRow } from '@mizan/service-kit';
import { eventually } from '@mizan/testing';
import { card, cards, startPlatform, Storefront } from '../storefront.test-support.ts';
import { alertRules, dashboardPanels } from './alert-rules.test-support.ts';
import { BackupTimer } from './backup-timer.test-support.ts';
import { startBusKeeper } from './bus-keeper.test-support.ts';
import { metricsIn } from './promql.test-support.ts';
import { Scraper } from './scrape.test-support.ts';

let shop: Storefront;
let keeper: Awaited<ReturnType<typeof startBusKeeper>>;
let backups: BackupTimer;
let scraper: Scraper;

beforeAll(async () => {
  shop = new Storefront(await startPlatform());
  keeper = await startBusKeeper(shop.world);
  backups = new BackupTimer(shop.world);
  await backups.start();
  scraper = new Scraper([...serviceNames.map((name) => shop.world.urls[name] ?? ''), keeper.url, backups.url]);
  await shop.expect(201, 'POST', '/webhook-endpoints', { url: 'https://localhost:1/none', enabledEvents: ['*'] });
  await shop.expect(200, 'PATCH', '/account/settings', { mail: { receipts: true } });
  const { intentId } = await shop.buy(5_000, 3);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 1_000 });
  // Counters appear with their first count: a delivery, a mail, a published event, a job that ran.
  await eventually(async () => {
    await scraper.scrape();
    expect(missing()).toEqual([]);
  });
});
afterAll(async () => {
  await backups.remove();
  await keeper.stop();
  await shop.world.stop();
});

const histogramParts = ['_bucket', '_sum', '_count'];
const rows = Object.entries<MetricRow>(metricTable).map(([name, row]) => ({
  ...row,
  prometheus: prometheusName(name, row.unit, row.kind),
}));
const seen = (): Set<string> => new Set(scraper.samples.map(({ labels }) => labels['__name__'] ?? ''));
const missing = (): string[] =>
  unseen(
    rows.flatMap(({ kind, prometheus }) =>
      kind === 'histogram' ? histogramParts.map((part) => `${prometheus}${part}`) : [prometheus],
    ),
  );
const unseen = (names: readonly string[]): string[] => {
  const present = seen();
  return names.filter((name) => !present.has(name));
};

test('every metric of the table is reported, with its labels and no others', () => {
  for (const { kind, prometheus, labels } of rows) {
    const name = kind === 'histogram' ? `${prometheus}_count` : prometheus;
    const [sample] = scraper.samples.filter((each) => each.labels['__name__'] === name);
    const own = ['__name__', 'instance', 'job', 'service_name'];
    const expected = [...own, ...labels.map((label) => label.replaceAll('.', '_'))].sort();
    expect([name, Object.keys(sample?.labels ?? {}).sort()]).toEqual([name, expected]);
  }
});

test('nothing is reported that the table does not name', () => {
  const known = rows.flatMap(({ prometheus }) => [prometheus, ...histogramParts.map((part) => `${prometheus}${part}`)]);
  expect([...seen()].filter((name) => name !== 'up' && !known.includes(name))).toEqual([]);
});

test('no label holds an id, whichever buyer pays', () => {
  const values = scraper.samples.flatMap(({ labels }) => Object.values(labels));
  expect(values.filter((value) => /^[a-z]{2,6}_[0-9A-Za-z]{10,}$/.test(value))).toEqual([]);
});

test('a public request is counted once, under its operation and what its caller saw', async () => {
  const countOf = (operation: string, status: string): number =>
    scraper.samples.findLast(
      ({ labels }) =>
        labels['__name__'] === 'http_server_request_duration_seconds_count' &&
        labels['mizan_surface'] === 'public' &&
        labels['mizan_operation'] === operation &&
        labels['http_response_status_class'] === status,
    )?.value ?? 0;
  const before = [countOf('getProduct', '4xx'), countOf('getProduct', '2xx')];
  await shop.world.api('GET', '/products/prod_none');
  await shop.world.api('GET', '/products/prod_none', undefined, { key: 'mz_sk_test_wrong' });
  await eventually(async () => {
    await scraper.scrape();
    expect(countOf('getProduct', '4xx')).toBe((before[0] ?? 0) + 2);
  });
  expect(countOf('getProduct', '2xx')).toBe(before[1]);
});

test('a purchase counts as an approved attempt, and its checkout as created, shown and paid', async () => {
  const countOf = (name: string, labels: Readonly<Record<string, string>>): number =>
    scraper.samples
      .filter((each) =>
        Object.entries({ ...labels, __name__: name }).every(([key, value]) => each.labels[key] === value),
      )
      .reduce((newest, { value }) => Math.max(newest, value), 0);
  const read = () => ({
    approved: countOf('mizan_payments_total', { mizan_payment_method: 'card', mizan_outcome: 'approved' }),
    declined: countOf('mizan_payments_total', { mizan_payment_method: 'card', mizan_outcome: 'declined' }),
    refunded: countOf('mizan_refunds_total', { mizan_payment_method: 'card', mizan_outcome: 'succeeded' }),
    created: countOf('mizan_checkouts_total', { mizan_checkout_step: 'created' }),
    shown: countOf('mizan_checkouts_total', { mizan_checkout_step: 'shown' }),
    paid: countOf('mizan_checkouts_total', { mizan_checkout_step: 'paid' }),
  });
  await scraper.scrape();
  const before = read();
  const { price } = await shop.stock(5_000);
  const session = await shop.expect<{ url: string }>(201, 'POST', '/checkout/sessions', {
    lineItems: [{ price: price.id, quantity: 1 }],
  });
  expect((await fetch(session.url)).status).toBe(200);
  const declined = { amount: 5_000, currency: 'EGP', confirm: true, paymentMethod: card(cards.declined) };
  await shop.expect(201, 'POST', '/payment-intents', declined);
  const { intentId } = await shop.buy(5_000, 1);
  await shop.expect(201, 'POST', '/refunds', { paymentIntentId: intentId, amount: 1_000 });
  await eventually(async () => {
    await scraper.scrape();
    expect(read()).toEqual({
      approved: before.approved + 1,
      declined: before.declined + 1,
      refunded: before.refunded + 1,
      created: before.created + 2,
      shown: before.shown + 1,
      paid: before.paid + 1,
    });
  });
});

test('/metrics is no path of the public API', async () => {
  expect((await shop.world.api('GET', '/metrics')).status).toBe(404);
});

test('every metric that an alert or the dashboard reads is reported', () => {
  const expressions = [
    ...alertRules().map(({ expr }) => expr),
    ...dashboardPanels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(40);
  expect(unseen(expressions.flatMap(metricsIn))).toEqual([]);
});
