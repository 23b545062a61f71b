import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { row, type Row } from './goals.ts';
import { inTurn, load, median } from './load.ts';
import { drained } from './measure-purchases.ts';
import { memoryOf, residentOf } from './processes.ts';
import { buyAtRate, buyTimes, openPlatformShop } from './purchases.ts';
import type { BenchStack } from './stack.ts';

const mib = 1024 ** 2;
const purchasesOfQuarter = 5_000;

/** Processes of a server that this process started, children included. */
function serverPids(name: string): number[] {
  const listing = execFileSync('ps', ['-eo', 'pid,ppid,comm'], { encoding: 'utf8' });
  return listing
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , command]) => command?.startsWith(name))
    .map(([pid]) => Number(pid));
}

/** Resident memory of each process of the platform, named by the services that it runs, bytes. */
const memoryOfServices = (stack: BenchStack) =>
  [...Map.groupBy(Object.entries(stack.processes()), ([, pid]) => pid)].map(([pid, running]) => ({
    name: running.length > 1 ? 'all services' : (running[0]?.[0] ?? ''),
    bytes: residentOf(pid),
  }));

const memoryOfAll = (stack: BenchStack): number =>
  memoryOfServices(stack).reduce((sum, { bytes }) => sum + bytes, 0) / mib;

/** What the services occupy while they sell: after 5,000, 10,000, 15,000 and 20,000 purchases with every effect. */
export async function measureLastingMemory(stack: BenchStack, mostMib: number): Promise<Row[]> {
  const shop = await openPlatformShop(stack.dev);
  const seen: number[] = [];
  try {
    for (let quarter = 0; quarter < 4; quarter++) {
      await buyTimes(purchasesOfQuarter, 16, shop.buy);
      await drained(stack);
      seen.push(memoryOfAll(stack));
    }
  } finally {
    await shop.close();
  }
  const last = seen.at(-1) ?? Number.NaN;
  return [
    row(
      `memory of the services after ${4 * purchasesOfQuarter} purchases, 16 buyers`,
      `≤ ${mostMib} MiB`,
      `${seen.map(Math.round).join(', ')} MiB after each quarter`,
      last <= mostMib,
    ),
  ];
}

/** What an idle platform occupies from its second start on: the first one also compiles its sources. */
export async function measureMemory(stack: BenchStack): Promise<Row[]> {
  await stack.restart();
  await drained(stack);
  await delay(3_000);
  const services = memoryOfServices(stack);
  const largest = Math.max(...services.map(({ bytes }) => bytes));
  const servers = [...serverPids('postgres'), ...serverPids('nats-server')].reduce(
    (sum, pid) => sum + memoryOf(pid),
    0,
  );
  const whole = services.reduce((sum, { bytes }) => sum + bytes, 0) + servers;
  const each = services.map(({ name, bytes }) => `${name} ${Math.round(bytes / mib)}`).join(', ');
  return [
    row('idle memory of a service', '≤ 100 MB', `${each} MiB`, largest <= 100 * 1e6),
    row(
      'idle memory of the stack with Postgres and NATS',
      '≤ 900 MB',
      `${Math.round(whole / mib)} MiB`,
      whole <= 900e6,
    ),
  ];
}

/** Stopping and starting what has data already. */
export async function measureStart(stack: BenchStack): Promise<Row[]> {
  const seconds = [await stack.restart(), await stack.restart(), await stack.restart()];
  const second = median(seconds);
  return [
    row(
      'second `npm start` (without its two servers, which keep running)',
      '≤ 8 s',
      `${second.toFixed(1)} s`,
      second <= 8,
    ),
  ];
}

/** The bus gone while buyers keep buying, then back. */
export async function measureOutage(stack: BenchStack, outageSeconds: number): Promise<Row[]> {
  const shop = await openPlatformShop(stack.dev);
  try {
    const rate = 20;
    await stack.nats.stop();
    await buyAtRate(rate, outageSeconds, shop.buy); // throws if one purchase fails
    const waitingRows = `select sum(n)::int as n from (${['catalog', 'customers', 'checkout', 'payments', 'webhooks'].map((name) => `select count(*) n from ${name}.outbox where published_at is null`).join(' union all ')}) t`;
    const { rows } = await stack.admin.query<{ n: number }>(waitingRows);
    const backlog = rows[0]?.n ?? 0;
    await stack.nats.start();
    const seconds = await drained(stack);
    const ratio = backlog / seconds / (backlog / outageSeconds);
    return [
      row(
        `bus down for ${outageSeconds} s under ${rate} purchases/s, then back`,
        'drains at ≥ 5 × the arrival rate, no purchase fails',
        `${ratio.toFixed(1)} × (${backlog} events in ${seconds.toFixed(1)} s)`,
        ratio >= 5,
      ),
    ];
  } finally {
    await shop.close();
  }
}

/** The same reads on a platform that is watched and on one that is not, side by side. @param work how it is watched */
export async function measureWatching(
  work: string,
  watched: BenchStack,
  unwatched: BenchStack,
  productOf: (stack: BenchStack) => Promise<string>,
): Promise<Row[]> {
  const read = async (stack: BenchStack) => {
    const target = {
      url: `${stack.dev.baseUrl}/products/${await productOf(stack)}`,
      headers: { authorization: `Bearer ${stack.dev.keys.testSecret}` },
    };
    await load(target);
    return () => load(target);
  };
  const { a, b } = await inTurn(5, await read(watched), await read(unwatched));
  const [on, off] = [median(a.map(({ perSecond }) => perSecond)), median(b.map(({ perSecond }) => perSecond))];
  const cost = 1 - on / off;
  return [
    row(
      work,
      'costs ≤ 10 %',
      `${(cost * 100).toFixed(0)} % (${on.toFixed(0)} of ${off.toFixed(0)} per second)`,
      cost <= 0.1,
    ),
  ];
}
