import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import type { CheckoutSession } from '@mizan/contracts';
import { post, demoAccount, type BenchAccount } from './accounts.ts';
import { ratioRow, row, type Row } from './goals.ts';
import { inTurn, median, percentile } from './load.ts';
import { drained } from './measure-purchases.ts';
import { buyFor, warmUp } from './purchases.ts';
import type { BenchStack } from './stack.ts';

const rounds = 5;
const seconds = 4;
const merchants = 16;
/**
 * What creating a session with a key asks of Postgres: the key's answer, the way to pay and the price are read, then one
 * transaction reads the key again and writes the session, the key and the event.
 */
const [readsBefore, writes] = [3, 3];

/** What creating a checkout session costs, gateway and catalog included, against a bare driver doing as many statements. */
export async function measureSessions(stack: BenchStack): Promise<Row[]> {
  const account = demoAccount(stack);
  const priceId = await createPrice(stack, account);
  const pool = new Pool(stack.dev.baseUrl, { connections: merchants });
  const create = () => createSession(pool, account, priceId);
  const session = await create();
  const floor = await openBareDriver(stack, JSON.stringify(session));
  try {
    await warmUp(merchants, floor.create);
    await warmUp(merchants, create);
    await drained(stack);
    const together = await inTurn(
      rounds,
      () => buyFor(seconds, merchants, create),
      () => buyFor(seconds, merchants, floor.create),
    );
    const alone = await inTurn(
      rounds,
      () => buyFor(seconds, 1, create),
      () => buyFor(seconds, 1, floor.create),
    );
    await drained(stack);
    const rate = (runs: number[][]) => median(runs.map((took) => took.length / seconds));
    const [ours, bare] = [alone.a.flat(), alone.b.flat()];
    const [p50Ratio, p99Ratio] = [median(ours) / median(bare), percentile(ours, 0.99) / percentile(bare, 0.99)];
    const concurrent = together.a.flat();
    return [
      ratioRow(
        `checkout sessions created, ${merchants} at once, against as many statements of a bare driver`,
        0.25,
        rate(together.a),
        rate(together.b),
        `; p50 ${median(concurrent).toFixed(1)} ms, p99 ${percentile(concurrent, 0.99).toFixed(1)} ms`,
      ),
      row(
        'one checkout session created alone, against the same',
        "p50 ≤ 4 × the floor's",
        `${p50Ratio.toFixed(1)} × (p50 ${median(ours).toFixed(1)} ms of ${median(bare).toFixed(1)} ms; p99 ${p99Ratio.toFixed(1)} ×, ${percentile(ours, 0.99).toFixed(1)} ms of ${percentile(bare, 0.99).toFixed(1)} ms)`,
        p50Ratio <= 4,
      ),
    ];
  } finally {
    await pool.close();
    await floor.close();
  }
}

/** A price that any number of sessions may be made of. */
export async function createPrice(stack: BenchStack, account: BenchAccount): Promise<string> {
  const product = await post<{ id: string }>(stack, account, '/products', { name: 'Bench' });
  const price = { currency: 'EGP', unitAmount: 10_000 };
  return (await post<{ id: string }>(stack, account, `/prices?productId=${product.id}`, price)).id;
}

async function createSession(pool: Pool, { headers }: BenchAccount, price: string): Promise<CheckoutSession> {
  const answer = await pool.request({
    method: 'POST',
    path: '/checkout/sessions',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ lineItems: [{ price, quantity: 1 }] }),
  });
  const session = (await answer.body.json()) as CheckoutSession;
  if (answer.statusCode !== 201) throw new Error(`a session was refused: ${JSON.stringify(session)}`);
  return session;
}

/** A driver that sends as many statements as a session takes, its rows as long as ours. */
async function openBareDriver({ dev }: BenchStack, session: string) {
  const pool = new pg.Pool({ connectionString: dev.databaseUrl, max: merchants });
  await pool.query('create table if not exists floor.documents (id text primary key, document jsonb not null)');
  const read = { name: 'read_document', text: 'select * from floor.documents where id = $1' };
  const write = { name: 'write_document', text: 'insert into floor.documents (id, document) values ($1, $2)' };
  return {
    create: async (): Promise<void> => {
      const id = randomUUID();
      const client = await pool.connect();
      try {
        for (let i = 0; i < readsBefore; i++) await client.query({ ...read, values: [id] });
        await client.query('begin');
        await client.query({ ...read, values: [id] });
        for (let i = 0; i < writes; i++) await client.query({ ...write, values: [`${id}:${i}`, session] });
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
