import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { createAccountId } from './accounts.ts';
import { writesOf } from './count-transactions.ts';
import { ratioRow, row, type Row } from './goals.ts';
import { inTurn, median, percentile } from './load.ts';
import { drained } from './measure-purchases.ts';
import { buyFor, warmUp } from './purchases.ts';
import type { BenchStack } from './stack.ts';

const rounds = 5;
const seconds = 4;
const buyers = 16;
const merchantCounts = [1, 2, 4, 8, 16];
/** A confirm cannot do with fewer commits: the attempt, what the simulated processor did, and the outcome with its ledger. */
const minCommits = 3;
const identityMaxAgeMs = 10_000; // it is good for thirty seconds

/**
 * What one confirm of a card costs with every effect, sent to the payments service directly, against a bare driver that does
 * nothing but commit the transactions that it cannot do without on the same Postgres; and whether merchants wait for each other.
 */
export async function measureConfirm(stack: BenchStack): Promise<Row[]> {
  const merchants = await createMerchants(stack, Math.max(...merchantCounts));
  const ours = openPayments(stack);
  const floor = await openBareDriver(stack);
  try {
    const [first = ''] = merchants;
    const confirm = () => ours.confirm(first);
    await warmUp(buyers, confirm);
    await drained(stack);
    const transactions = await writesOf(stack, async () => {
      const took = await buyFor(5, buyers, confirm);
      await drained(stack);
      return { runs: took.length };
    });
    const bare = () => floor.commit(minCommits);
    await warmUp(buyers, bare);

    const together = await inTurn(
      rounds,
      async () => {
        const took = await buyFor(seconds, buyers, confirm);
        return { took, perSecond: took.length / (seconds + (await drained(stack))) };
      },
      () => buyFor(seconds, buyers, bare),
    );
    const alone = await inTurn(
      rounds,
      () => buyFor(seconds, 1, confirm),
      () => buyFor(seconds, 1, bare),
    );
    const confirmed = together.a.flatMap(({ took }) => took);
    const [a, b] = [alone.a.flat(), alone.b.flat()];
    const p50Ratio = median(a) / median(b);
    return [
      ratioRow(
        `confirms of a card with every effect, ${buyers} at once, against ${minCommits} transactions of a bare driver`,
        0.18,
        median(together.a.map(({ perSecond }) => perSecond)),
        median(together.b.map((took) => took.length / seconds)),
        `; p50 ${median(confirmed).toFixed(1)} ms, p99 ${percentile(confirmed, 0.99).toFixed(1)} ms; ` +
          `${transactions.toFixed(1)} transactions write for one, webhooks and the other services included`,
      ),
      row(
        'one confirm of a card alone, against the same',
        "p50 ≤ 4 × the floor's",
        `${p50Ratio.toFixed(1)} × (p50 ${median(a).toFixed(1)} ms of ${median(b).toFixed(1)} ms, p99 ${percentile(a, 0.99).toFixed(1)} ms of ${percentile(b, 0.99).toFixed(1)} ms)`,
        p50Ratio <= 4,
      ),
      await measureMerchants(stack, merchants, ours.confirm),
    ];
  } finally {
    await ours.close();
    await floor.close();
  }
}

/** One buyer of each of more and more merchants, and as many buyers of one. */
async function measureMerchants(
  stack: BenchStack,
  merchants: readonly string[],
  confirm: (merchantId: string) => Promise<void>,
): Promise<Row> {
  const perSecond = async (of: readonly string[], inParallel: number): Promise<number> => {
    let turn = 0;
    const took = await buyFor(seconds, inParallel, () => confirm(of[turn++ % of.length] ?? ''));
    await drained(stack);
    return took.length / seconds;
  };
  const runs: number[][] = [];
  const ofOne: number[] = [];
  for (let round = 0; round < 3; round++) {
    const rates: number[] = [];
    for (const count of merchantCounts) rates.push(await perSecond(merchants.slice(0, count), count));
    runs.push(rates);
    ofOne.push(await perSecond(merchants.slice(0, 1), buyers));
  }
  const rates = merchantCounts.map((_, at) => median(runs.map((each) => each[at] ?? Number.NaN)));
  const ratio = (rates.at(-1) ?? Number.NaN) / median(ofOne);
  return row(
    `confirms of ${merchantCounts.join(', ')} merchants with one buyer each, the last against 16 buyers of one`,
    '≥ 0.9 of it: no merchant waits for another',
    `${ratio.toFixed(2)} (${rates.map((each) => Math.round(each)).join(', ')} of ${Math.round(median(ofOne))} per second)`,
    ratio >= 0.9,
  );
}

async function createMerchants(stack: BenchStack, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let i = 0; i < count; i++) made.push(await createAccountId(stack, `Bench ${i}`));
  return made;
}

const order = JSON.stringify({
  amount: 10_000,
  currency: 'EGP',
  confirm: true,
  paymentMethod: { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } },
});

/** Asks the payments service as the gateway does. */
function openPayments({ dev, gatewayIdentity }: BenchStack) {
  const pool = new Pool(dev.services.payments.url, { connections: 64 });
  const identities = new Map<string, { readonly header: Promise<string>; readonly at: number }>();
  const identityOf = (merchantId: string): Promise<string> => {
    const known = identities.get(merchantId);
    if (known && performance.now() - known.at < identityMaxAgeMs) return known.header;
    const header = gatewayIdentity.mint('payments', 'bench', () => ({
      kind: 'merchant',
      scope: { merchantId, livemode: false },
      keyId: 'key_bench',
      keyType: 'SECRET',
      permissions: ['PAYMENT_INTENT_WRITE'],
      apiVersion: undefined,
    }));
    identities.set(merchantId, { header, at: performance.now() });
    return header;
  };
  return {
    confirm: async (merchantId: string): Promise<void> => {
      const response = await pool.request({
        method: 'POST',
        path: '/payment-intents',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          'x-identity': await identityOf(merchantId),
        },
        body: order,
      });
      const body = (await response.body.json()) as { status?: string };
      if (body.status !== 'SUCCEEDED') throw new Error(`confirmed, but ${response.statusCode} ${JSON.stringify(body)}`);
    },
    close: () => pool.close(),
  };
}

/** A driver that does nothing but commit, one row each time. */
async function openBareDriver({ dev }: BenchStack) {
  const pool = new pg.Pool({ connectionString: dev.databaseUrl, max: buyers });
  await pool.query('create table if not exists floor.commits (id text primary key, row jsonb not null)');
  const insert = {
    name: 'commit',
    text: 'insert into floor.commits (id, row) values ($1, $2)',
  };
  return {
    commit: async (transactions: number): Promise<void> => {
      const client = await pool.connect();
      try {
        for (let i = 0; i < transactions; i++) {
          await client.query('begin');
          await client.query({ ...insert, values: [randomUUID(), order] });
          await client.query('commit');
        }
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
