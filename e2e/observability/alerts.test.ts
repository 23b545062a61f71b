import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceNames } from '@mizan/contracts';
import { eventually, startWebhookSink, type WebhookSink, sizeOf } from '@mizan/testing';
import { startPlatform, Storefront } from '../storefront.test-support.ts';
import { alertRules, type AlertRule } from './alert-rules.test-support.ts';
import { BackupTimer } from './backup-timer.test-support.ts';
import { startBusKeeper } from './bus-keeper.test-support.ts';
import { faults } from './faults.test-support.ts';
import { type LivePaymob, startLivePaymob } from './live-paymob.test-support.ts';
import { type RefusingMailServer, startRefusingMailServer } from './refusing-mail-server.test-support.ts';
import { evaluate } from './promql.test-support.ts';
import { Scraper } from './scrape.test-support.ts';

let shop: Storefront;
let sink: WebhookSink;
let keeper: Awaited<ReturnType<typeof startBusKeeper>>;
let backups: BackupTimer;
let targets: string[];
let live: LivePaymob;
let mailServer: RefusingMailServer;

beforeAll(async () => {
  live = await startLivePaymob();
  mailServer = await startRefusingMailServer();
  shop = new Storefront(
    await startPlatform({ MIZAN_LEDGER_VERIFY_SECONDS: '1', ...live.env, ...mailServer.env }, 'own'),
  );
  sink = await startWebhookSink();
  keeper = await startBusKeeper(shop.world);
  backups = new BackupTimer(shop.world);
  await backups.start();
  targets = [...serviceNames.map((name) => shop.world.urls[name] ?? ''), keeper.url, backups.url];
  await shop.buy(5_000, 3);
});
afterAll(async () => {
  await sink.close();
  await backups.remove();
  await keeper.stop();
  await shop.world.stop();
  await live.paymob.close();
  await mailServer.close();
});

const rules = alertRules();
/** One alert of each way to look: a target, a rate, a gauge, an age, a queue, the ledger, a provider, backups. */
const quickly = [
  'MizanServiceDown',
  'MizanErrors',
  'MizanBusDown',
  'MizanBusFilling',
  'MizanOutboxOld',
  'MizanDeadLetters',
  'MizanLedgerDiffers',
  'MizanProviderAway',
  'MizanBackupFails',
  'MizanBackupOld',
];
const induced = sizeOf({ quick: rules.filter(({ alert }) => quickly.includes(alert)), full: rules });
const patient = { timeoutMs: 60_000 }; // the ledger rests for a multiple of the time that verifying it took

/** A scraper that has seen the platform as it is before the fault. */
async function watch(): Promise<Scraper> {
  const scraper = new Scraper(targets);
  await scraper.scrape();
  return scraper;
}

async function firing(scraper: Scraper, { expr }: AlertRule): Promise<boolean> {
  return evaluate(expr, scraper.samples, await scraper.scrape()).length > 0;
}

test('on a healthy platform no alert fires', async () => {
  await eventually(async () => {
    const scraper = await watch();
    await shop.buy(5_100);
    const fired: string[] = [];
    for (const rule of rules) if (await firing(scraper, rule)) fired.push(rule.alert);
    expect(fired).toEqual([]);
  }, patient);
});

describe('with its fault, and not before,', () => {
  test.each(induced.map((rule) => [rule.alert, rule] as const))('%s fires', async (name, rule) => {
    const induce = faults[name];
    if (!induce) throw new Error(`no fault makes ${name} fire`);
    const scraper = await eventually(async () => {
      const fresh = await watch();
      expect(await firing(fresh, rule)).toBe(false);
      return fresh;
    });
    const repair = await induce({ shop, sink, live, mailServer, backups, scrape: () => scraper.scrape() });
    try {
      await eventually(async () => expect(await firing(scraper, rule)).toBe(true), patient);
    } finally {
      await repair();
    }
  });
});

test('every fault is that of an alert, and every alert says what it means', () => {
  expect(Object.keys(faults).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  for (const { labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
  }
});
