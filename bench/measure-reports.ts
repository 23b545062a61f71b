import { Client } from 'pg';
import { createAccount, type BenchAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { median } from './load.ts';
import { residentOf } from './processes.ts';
import type { BenchStack } from './stack.ts';

const mib = 1024 ** 2;
/** Memory is compared between here and the end of the download. */
const earlyPart = 0.1;
/** The rows are a second apart from the first of January on: with it, two million at most. Test mode adds one when it starts. */
const end = '2026-02-01';
const sampleEveryBytes = 4 * mib;
const growthAllowed = 0.15;
const leastOfFloor = 0.1;
const cursorRows = 1_000;
const floorRuns = 3;

/**
 * A report of a million balance transactions: how fast it is downloaded, against a bare cursor that reads the same rows and writes
 * them as text, and whether the memory of the two processes that it passes through grows with its length.
 */
export async function measureReports(stack: BenchStack, rows: number): Promise<Row[]> {
  const account = await createAccount(stack, 'Bench reports');
  await fill(stack, account, rows);
  await download(stack, account, rows, 0.02); // compiles the code and fills the buffers
  const floor = median(await floorsOf(stack, account, rows));
  const { perSecond, bytes, memory } = await download(stack, account, rows);
  const size = rows.toLocaleString('en');
  return [
    row(
      `report of ${size} balance transactions, against a bare cursor that writes the same rows as text`,
      `≥ ${leastOfFloor} of the floor`,
      `${(perSecond / floor).toFixed(2)} (${Math.round(perSecond)} of ${Math.round(floor)} rows per second, ${(bytes / mib).toFixed(0)} MiB)`,
      perSecond / floor >= leastOfFloor,
    ),
    ...Object.entries(memory).map(([name, { early, late }]) =>
      row(
        `resident memory of ${name} at 100 % of it against 10 %`,
        `grows ≤ ${growthAllowed * 100} %`,
        `${((late / early - 1) * 100).toFixed(1)} % (${(early / mib).toFixed(0)} MiB, then ${(late / mib).toFixed(0)} MiB)`,
        late / early - 1 <= growthAllowed,
      ),
    ),
  ];
}

async function fill({ admin }: BenchStack, { id }: BenchAccount, rows: number): Promise<void> {
  await admin.query(
    `insert into payments.balance_transactions
       (id, merchant_id, livemode, type, gross, fee, net, currency, status, available_on, fee_details, source_type, source_id,
        journal_source, exchange_rate, description, is_merchant_held, payout_id, created_at)
     select 'txn_bench' || lpad(i::text, 9, '0'), $1, false, 'charge', 10000, 314, 9686, 'EGP', 'available', now(),
       '[{"type":"platform_fee","amount":314,"currency":"EGP","description":"Platform fee"}]'::jsonb,
       'charge', 'ch_bench' || lpad(i::text, 9, '0'), 'bench_' || i, null, 'Order ' || i, false, null,
       '2026-01-01'::timestamptz + i * interval '1 second'
     from generate_series(1, $2::int) i`,
    [id, rows],
  );
  await admin.query('vacuum analyze payments.balance_transactions');
}

interface Downloaded {
  readonly perSecond: number;
  readonly bytes: number;
  /** Of each process, bytes: the median of the samples around 10 %, and of those of the last tenth. */
  readonly memory: Readonly<Record<string, { readonly early: number; readonly late: number }>>;
}

/** @param part stops after this share of the bytes, 0..1 */
async function download(stack: BenchStack, account: BenchAccount, rows: number, part = 1): Promise<Downloaded> {
  const names = ['gateway', 'payments'];
  const startedAt = performance.now();
  const response = await fetch(`${stack.dev.baseUrl}/reports/balance.csv?from=2026-01-01&to=${end}`, {
    headers: account.headers,
  });
  if (!response.ok || !response.body) throw new Error(`the report was refused: ${response.status}`);
  const expected = rows * bytesPerRow;
  const samples: { at: number; memory: number[] }[] = [];
  let [bytes, sampledAt, tail] = [0, 0, ''];
  for await (const piece of response.body) {
    const { byteLength } = piece as Uint8Array;
    bytes += byteLength;
    tail = Buffer.from(piece as Uint8Array)
      .toString('latin1')
      .slice(-64);
    if (part < 1 && bytes > expected * part) break;
    if (bytes - sampledAt < Math.min(sampleEveryBytes, expected / 200)) continue;
    sampledAt = bytes;
    const processes = stack.processes();
    samples.push({ at: bytes, memory: names.map((name) => residentOf(processes[name] ?? 0)) });
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (part === 1 && !tail.endsWith(`# end,${rows}\r\n`)) throw new Error(`the report ended with ${tail}`);
  const between = (from: number, to: number, i: number) =>
    median(
      samples.filter(({ at }) => at >= from * bytes && at <= to * bytes).map(({ memory }) => memory[i] ?? Number.NaN),
    );
  const memory = Object.fromEntries(
    names.map((name, i) => [name, { early: between(earlyPart / 2, earlyPart * 1.5, i), late: between(0.9, 1, i) }]),
  );
  return { perSecond: rows / seconds, bytes, memory };
}

/** About, to know when a share of a download has arrived. */
const bytesPerRow = 330;

/** Rows per second of a bare cursor, several times. */
async function floorsOf(stack: BenchStack, { id }: BenchAccount, rows: number): Promise<number[]> {
  const client = new Client({ connectionString: stack.runtimeUrlOf('payments') });
  await client.connect();
  const perSecond: number[] = [];
  try {
    for (let run = 0; run < floorRuns; run++) {
      const startedAt = performance.now();
      let count = 0;
      await client.query('begin');
      await client.query(
        `declare report cursor for select * from balance_transactions where merchant_id = '${id}' and not livemode and created_at < '${end}' order by created_at, id`,
      );
      for (;;) {
        const fetched = await client.query<unknown[]>({ text: `fetch ${cursorRows} from report`, rowMode: 'array' });
        count += fetched.rows.length;
        if (Buffer.byteLength(fetched.rows.map((each) => each.map(String).join(',')).join('\r\n')) === 0) break;
      }
      await client.query('commit');
      if (count !== rows) throw new Error(`the floor read ${count} rows`);
      perSecond.push(rows / ((performance.now() - startedAt) / 1_000));
    }
  } finally {
    await client.end();
  }
  return perSecond;
}
