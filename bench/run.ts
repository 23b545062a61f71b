/**
 * `npm run bench`: starts a platform and the floor, warms both up, measures every goal as a ratio within this run, prints
 * the table and writes it to bench/RESULTS.md. About six minutes. `--quick` leaves out the outage and tracing.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { drawTable, row, type Row } from './goals.ts';
import { measureMemory, measureOutage, measureStart, measureTracing } from './measure-operation.ts';
import { measurePurchases } from './measure-purchases.ts';
import { measureRequests, seedProducts } from './measure-requests.ts';
import { measureWebhooks } from './measure-webhooks.ts';
import { startStack } from './stack.ts';

const quick = process.argv.includes('--quick');
const outageSeconds = 120;

const say = (text: string) => console.error(`bench: ${text}`);

/** Goals whose work does not exist yet: said, not left out. */
const later: Row[] = [
  row(
    'first page, totalCount, search and metadata filter at 1e6 rows against 1e3',
    '≤ 3 × each',
    'not measured yet: lists at scale come next',
    undefined,
  ),
  row('memory flat over 1e5 purchases', 'flat', 'not measured in this run', undefined),
  row(
    'purchases against Vendure 3 and Medusa 2',
    '≥ 10 × and ≥ 25 ×',
    'not measured: neither is installed here',
    undefined,
  ),
];

async function measure(): Promise<Row[]> {
  say('starting the platform and the floor');
  const stack = await startStack({ MIZAN_TRACE_RATIO: '0.1' });
  try {
    const rows: Row[] = [];
    const add = async (what: string, measured: Promise<Row[]>) => {
      say(what);
      for (const each of await measured) {
        rows.push(each);
        say(`  ${each.work}: ${each.result}`);
      }
    };
    await add('idle memory', measureMemory(stack));
    const seeded = await seedProducts(stack);
    await add('reads, writes and lists', measureRequests(stack, seeded));
    await add('purchases', measurePurchases(stack, seeded.floorPriceId));
    await add('webhooks', measureWebhooks(stack));
    if (!quick) await add(`an outage of the bus, ${outageSeconds} s`, measureOutage(stack, outageSeconds));
    await add('starting again', measureStart(stack));
    if (!quick) {
      const untraced = await startStack({ MIZAN_TRACE_RATIO: '0' });
      try {
        const productOf = async (of: typeof stack) => (await seedProducts(of)).productId;
        await add('tracing on against off', measureTracing(stack, untraced, productOf));
      } finally {
        await untraced.stop();
      }
    }
    return rows;
  } finally {
    await stack.stop();
  }
}

const rows = [...(await measure()), ...later];
const table = drawTable(rows);
const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
const machine = `${cpus().length} × ${processor}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}, ${process.platform}-${process.arch}`;
console.log(table);
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
