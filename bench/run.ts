/**
 * `npm run bench`: starts a platform and the floor, warms both up, measures every goal as a ratio within this run, prints
 * the table and writes it to bench/RESULTS.md. About eleven minutes; `--help` lists its options.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { startOtlpReceiver } from '@mizan/stack/otlp-receiver';
import { drawTable, row, type Row } from './goals.ts';
import { measureConfirm } from './measure-confirm.ts';
import { measureEndpoints } from './measure-endpoints.ts';
import { measureFair } from './measure-fair.ts';
import { measureFanOut } from './measure-fan-out.ts';
import { measureFatEvents } from './measure-fat-events.ts';
import { measureFirstPaint } from './measure-first-paint.ts';
import { measureGateway } from './measure-gateway.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureLists } from './measure-lists.ts';
import {
  measureLastingMemory,
  measureMemory,
  measureOutage,
  measureStart,
  measureWatching,
} from './measure-operation.ts';
import { measureOpenPages } from './measure-open-pages.ts';
import { measurePurchases } from './measure-purchases.ts';
import { measureRepair } from './measure-repair.ts';
import { measureReports } from './measure-reports.ts';
import { measureRequests, seedProducts, type SeededProducts } from './measure-requests.ts';
import { measureSessions } from './measure-sessions.ts';
import { measureStock } from './measure-stock.ts';
import { measureWebhooks } from './measure-webhooks.ts';
import { helpText, readOptions, type BenchOptions } from './options.ts';
import { startStack, type BenchStack } from './stack.ts';

const outageSeconds = 120;

const say = (text: string) => console.error(`bench: ${text}`);

/** Goals whose work does not exist yet: said, not left out. */
const later: Row[] = [
  row(
    'purchases against Vendure 3 and Medusa 2',
    '≥ 10 × and ≥ 25 ×',
    'not measured: neither is installed here',
    undefined,
  ),
];

interface Section {
  readonly measure: (stack: BenchStack, seeded: SeededProducts, options: BenchOptions) => Promise<Row[]>;
  /** Measured only when requested, since it takes minutes. */
  readonly isLong?: true;
}

const sections: Record<string, Section> = {
  memory: { measure: (stack) => measureMemory(stack) },
  requests: { measure: measureRequests },
  gateway: { measure: measureGateway },
  purchases: { measure: (stack, { floorPriceId }) => measurePurchases(stack, floorPriceId) },
  confirm: { measure: (stack) => measureConfirm(stack) },
  sessions: { measure: (stack) => measureSessions(stack) },
  stock: { measure: (stack) => measureStock(stack) },
  lasting: {
    measure: (stack, _seeded, { isSingle }) => measureLastingMemory(stack, isSingle ? 500 : 1_000),
    isLong: true,
  },
  paint: { measure: (stack) => measureFirstPaint(stack) },
  pages: { measure: (stack, _seeded, { seconds }) => measureOpenPages(stack, seconds), isLong: true },
  webhooks: { measure: (stack) => measureWebhooks(stack) },
  endpoints: { measure: (stack, _seeded, { seconds }) => measureEndpoints(stack, seconds), isLong: true },
  fanout: { measure: (stack) => measureFanOut(stack), isLong: true },
  repair: { measure: (stack, _seeded, { rows }) => measureRepair(stack, rows), isLong: true },
  reports: { measure: (stack, _seeded, { rows }) => measureReports(stack, rows), isLong: true },
  fat: { measure: (stack) => measureFatEvents(stack), isLong: true },
  growth: { measure: (_stack, _seeded, { purchases }) => measureGrowth(purchases, say), isLong: true },
  outage: { measure: (stack) => measureOutage(stack, outageSeconds) },
  start: { measure: (stack) => measureStart(stack) },
  watching: { measure: (stack) => measureAgainstUnwatched(stack) },
  lists: { measure: (stack) => measureLists(stack) },
  fair: { measure: (stack) => measureFair(stack) },
};
const namesOf = (isLong: boolean) =>
  Object.keys(sections).filter((name) => (sections[name]?.isLong ?? false) === isLong);

const pushEveryMs = 1_000; // fifteen times as often as by default, so that every short run of requests has its pushes

async function measureAgainstUnwatched(stack: BenchStack): Promise<Row[]> {
  const receiver = await startOtlpReceiver();
  const opened: BenchStack[] = [];
  const open = async (env: Record<string, string>): Promise<BenchStack> => {
    const started = await startStack(env);
    opened.push(started);
    return started;
  };
  const productOf = async (of: BenchStack) => (await seedProducts(of)).productId;
  try {
    const unwatched = await open({ MIZAN_TRACE_RATIO: '0' });
    const pushing = await open({
      MIZAN_TRACE_RATIO: '0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_METRIC_EXPORT_INTERVAL: String(pushEveryMs),
    });
    return [
      ...(await measureWatching('tracing at 0.1 against off, GET product', stack, unwatched, productOf)),
      ...(await measureWatching(
        'tracing at 0.1 and metrics pushed each second against neither, GET product',
        pushing,
        unwatched,
        productOf,
      )),
    ];
  } finally {
    await Promise.all(opened.map((each) => each.stop()));
    await receiver.close();
  }
}

async function measure(options: BenchOptions): Promise<Row[]> {
  const { only, isFull } = options;
  say('starting the platform and the floor');
  const stack = await startStack({ MIZAN_TRACE_RATIO: '0.1' }, options.isSingle);
  try {
    const seeded = await seedProducts(stack);
    const rows: Row[] = [];
    for (const [name, section] of Object.entries(sections)) {
      if (only && !only.includes(name)) continue;
      if (!only && section.isLong && !isFull) {
        rows.push(row(name, 'long', `not measured in this run: \`npm run bench -- --only ${name}\``, undefined));
        continue;
      }
      say(name);
      const measured = await section
        .measure(stack, seeded, options)
        .catch((failure: unknown) => [
          row(
            name,
            'to be measured',
            `not measured: ${failure instanceof Error ? failure.message : String(failure)}`,
            false,
          ),
        ]);
      for (const each of measured) {
        rows.push(each);
        say(`  ${each.work}: ${each.result}`);
      }
    }
    return rows;
  } finally {
    await stack.stop();
  }
}

function writeResults(table: string): void {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const machine = `${cpus().length} × ${processor}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}, ${process.platform}-${process.arch}`;
  writeFileSync(
    new URL('./RESULTS.md', import.meta.url),
    `# Measured

Written by \`npm run bench\`. Everything, the load included, ran on one machine: ${machine}.
Ratios compare with the floor (\`bench/floor\`: one bare Express and \`pg\` process doing the same reads and writes on the
same Postgres) in the same run; medians of at least three runs. Absolute figures are for orientation only.

${table}
`,
  );
  say('written to bench/RESULTS.md');
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Object.keys(sections));
  if (options.isHelp) return console.log(helpText(namesOf(false), namesOf(true)));
  const table = drawTable([...(await measure(options)), ...later]);
  console.log(table);
  if (!options.only) writeResults(table);
}

await run().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 2;
});
