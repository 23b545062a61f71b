import { withDatabase, type Database } from '@mizan/service-kit';
import { verifyExtent } from '@mizan/payments/ledger/verify-ledger';
import { claimDueDeliveries } from '@mizan/webhooks/dispatch/claim-due-deliveries';
import { Pool } from 'undici';
import { demoAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { GrowthRows } from './growth-rows.ts';
import { median } from './load.ts';
import { drained } from './measure-purchases.ts';
import { buyFor, openPlatformShop, warmUp } from './purchases.ts';
import { startStack, type BenchStack } from './stack.ts';

const mostGrowth = 1.5;
const buyers = 8;
const seconds = 8;
const requests = 40;
const rounds = 3;
/** Endpoints whose deliveries all wait for a retry: together one for every ten purchases. */
const failingEndpoints = 1_000;

/** What is asked of lists, of the account that has a tenth of all purchases. */
const lists: Readonly<Record<string, string>> = {
  'payment intents': '/payment-intents?limit=20',
  'payment intents by status': '/payment-intents?limit=20&status=SUCCEEDED',
  charges: '/charges?limit=20',
  'balance transactions': '/balance-transactions?limit=20',
  events: '/events?limit=20',
  'events of a type': '/events?limit=20&type=payment_intent.succeeded',
  sessions: '/checkout/sessions?limit=20',
  'customers by e-mail': '/customers?limit=20&search=buyer7%40example',
};

/** Milliseconds by what was measured; of purchases, for each. */
type Measures = ReadonlyMap<string, number>;

/**
 * What purchases of before cost those of today: everything is measured with ten thousand of them, then with ten times as
 * many, and so on. On a stack of its own, because what is filled takes gigabytes.
 */
export async function measureGrowth(purchases: number, say: (text: string) => void): Promise<Row[]> {
  // The leader verifies the ledger once, at its start: afterwards it would do so while rows are filled.
  const stack = await startStack({ MIZAN_TRACE_RATIO: '0.1', MIZAN_LEDGER_VERIFY_SECONDS: '86400' });
  try {
    const rows = await GrowthRows.prepare(stack);
    const sizes = [10_000, 100_000, 1_000_000].filter((size) => size <= purchases);
    const measured: Measures[] = [];
    for (const size of sizes) {
      await rows.growTo(size, say);
      await fillQueue(stack, size / 10);
      measured.push(await measureAll(stack, say));
    }
    return [...growthRows(sizes, measured), diskRow(await rows.bytesPerPurchase())];
  } finally {
    await stack.stop();
  }
}

async function measureAll(stack: BenchStack, say: (text: string) => void): Promise<Measures> {
  const measures = new Map<string, number>();
  const note = (name: string, ms: number): void => {
    measures.set(name, ms);
    say(`  ${name}: ${ms.toFixed(1)} ms`);
  };
  const shop = await openPlatformShop(stack.dev);
  const pool = new Pool(stack.dev.baseUrl, { connections: 1 });
  try {
    await warmUp(buyers, shop.buy);
    await drained(stack);
    note('one purchase alone', median(await buyFor(seconds, 1, shop.buy)));
    const each: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      const took = await buyFor(seconds, buyers, shop.buy);
      await drained(stack);
      each.push((performance.now() - startedAt) / took.length);
    }
    note(`purchases with every effect, ${buyers} buyers`, median(each));
    const { headers } = demoAccount(stack);
    for (const [name, path] of Object.entries(lists))
      note(
        `list of ${name}`,
        await timeOf(async () => {
          const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
          const text = await body.text();
          if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
        }),
      );
  } finally {
    await Promise.all([shop.close(), pool.close()]);
  }
  await inService(stack, 'webhooks', async ({ system }) => {
    const nothing = { livemode: false, free: 128, freeBytes: 8 * 1024 ** 2, leased: new Map(), slowEndpoints: [] };
    note(
      'claim of deliveries beside retries',
      await timeOf(() => claimDueDeliveries(system, { ...nothing, now: new Date() })),
    );
  });
  await inService(stack, 'payments', async (db) => {
    const verify = async () => {
      const { findings } = await verifyExtent(db, { extent: 'recent', maxMs: 60_000 });
      if (findings.length > 0) throw new Error(`the ledger is out of balance: ${JSON.stringify(findings.slice(0, 3))}`);
    };
    note('verification of the ledger', await timeOf(verify));
  });
  const urls = Object.values(stack.dev.services).map(({ url }) => `${url}/metrics`);
  note('scrape of all services', await timeOf(() => Promise.all(urls.map(async (url) => (await fetch(url)).text()))));
  return measures;
}

/** As the service itself sees its database, on connections of its own. */
const inService = (stack: BenchStack, service: 'webhooks' | 'payments', work: (db: Database) => Promise<void>) =>
  withDatabase(service, stack.runtimeUrlOf(service), work);

/** The median, milliseconds; the first quarter warms up. */
async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < requests; i++) {
    const startedAt = performance.now();
    await act();
    if (i >= requests / 4) took.push(performance.now() - startedAt);
  }
  return median(took);
}

/** Deliveries to endpoints that fail, as they wait for hours: as many as given in all. */
async function fillQueue({ admin }: BenchStack, deliveries: number): Promise<void> {
  await admin.query(
    `insert into webhooks.webhook_endpoints (id, merchant_id, livemode, url, status, enabled_events, metadata, secret_sealed, version, created_at, updated_at)
     select 'we_bench' || i, 'acct_bench' || i, false, 'https://example.com', 'enabled', '{*}', '{}', '', 1, now(), now()
     from generate_series(1, ${failingEndpoints}) as i on conflict do nothing`,
  );
  await admin.query(
    `insert into webhooks.endpoint_health (endpoint_id, merchant_id, livemode, failing_since, failures)
     select 'we_bench' || i, 'acct_bench' || i, false, now(), 1 from generate_series(1, ${failingEndpoints}) as i on conflict do nothing`,
  );
  await admin.query(
    `insert into webhooks.delivery_queue (delivery_id, merchant_id, livemode, endpoint_id, event_id, object_id, object_version, attempt, is_replay, first_at, next_at)
     select 'dlv_bench' || i, 'acct_bench' || i % ${failingEndpoints} + 1, false, 'we_bench' || i % ${failingEndpoints} + 1, 'evt_bench' || i,
       'pi_bench' || i, 1, 5, false, now(), now() + interval '5 hours'
     from generate_series(1, $1::int) as i on conflict do nothing`,
    [deliveries],
  );
  await admin.query('vacuum analyze webhooks.delivery_queue');
}

function growthRows(sizes: readonly number[], measured: readonly Measures[]): Row[] {
  const [first = new Map<string, number>()] = measured;
  const named = sizes.map((size) => `1e${Math.log10(size)}`);
  return [...first.keys()].map((name) => {
    const ms = measured.map((each) => each.get(name) ?? Number.NaN);
    const growth = (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN);
    const curve = `${ms.map((each) => each.toFixed(1)).join(', ')} ms at ${named.join(', ')}`;
    return row(
      `${name}, after ${named.at(-1)} purchases against ${named[0]}`,
      `≤ ${mostGrowth} ×`,
      `${growth.toFixed(2)} × (${curve})`,
      growth <= mostGrowth,
    );
  });
}

function diskRow(tables: readonly { readonly table: string; readonly bytes: number }[]): Row {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = tables.slice(0, 8).map(({ table, bytes }) => `${table} ${(bytes / 1024).toFixed(1)}`);
  return row(
    'disk of a purchase on average over 90 days, with what retention has deleted',
    'stated',
    `${(total / 1024).toFixed(1)} KiB (${shown.join(', ')}, …)`,
    undefined,
  );
}
