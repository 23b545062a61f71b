import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { createAccount, demoAccount, post, type BenchAccount } from './accounts.ts';
import { row, type Row } from './goals.ts';
import { percentile } from './load.ts';
import { buyFor } from './purchases.ts';
import type { BenchStack } from './stack.ts';

const rows = 1_000_000;
const seconds = 15;
const buyers = 4;
const listsAtOnce = 20;
/** Matches every row, and no index has the status: Postgres reads all of them to count. */
const slowest = '/payment-intents?status=REQUIRES_PAYMENT_METHOD&limit=100&page=9000';

const goodCard = { type: 'card', card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' } };

/** Whether the payments of one merchant wait for the slowest lists of another with a million payment intents. */
export async function measureFair(stack: BenchStack): Promise<Row[]> {
  const payer = demoAccount(stack);
  const other = await createAccount(stack, 'A million payment intents');
  await fill(stack, other);
  const pool = new Pool(stack.dev.baseUrl, { connections: listsAtOnce + buyers });
  const pay = async (): Promise<void> => {
    const body = JSON.stringify({ amount: 12_500, currency: 'EGP', confirm: true, paymentMethod: goodCard });
    const answer = await pool.request({ method: 'POST', path: '/payment-intents', headers: payer.headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`a payment was answered ${answer.statusCode} ${text}`);
  };
  try {
    await buyFor(5, buyers, pay);
    const alone = await buyFor(seconds, buyers, pay);
    const stop = new AbortController();
    const answers = new Map<number, number>();
    const lists = Array.from({ length: listsAtOnce }, async () => {
      while (!stop.signal.aborted) {
        const { statusCode, body } = await pool.request({ method: 'GET', path: slowest, headers: other.headers });
        await body.dump();
        answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
        if (statusCode !== 200) await wait(100);
      }
    });
    const beside = await buyFor(seconds, buyers, pay);
    stop.abort();
    await Promise.all(lists);
    const [a, b] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    const seen = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    return [
      row(
        `payments of one merchant beside ${listsAtOnce} lists of 1e6 rows of another, p99`,
        '≤ 2 × alone',
        `${(b / a).toFixed(2)} × (${b.toFixed(1)} ms of ${a.toFixed(1)} ms; ${beside.length} payments of ${alone.length}; lists: ${seen})`,
        b <= 2 * a,
      ),
    ];
  } finally {
    await pool.close();
  }
}

/** Copies a payment intent of the account a million times. */
async function fill(stack: BenchStack, account: BenchAccount): Promise<void> {
  const { id } = await post<{ id: string }>(stack, account, '/payment-intents', { amount: 100, currency: 'EGP' });
  await stack.admin.query(
    `insert into payments.payment_intents
     select copy.* from payments.payment_intents as intent, generate_series(1, ${rows}) as i,
       lateral jsonb_populate_record(intent, jsonb_build_object(
         'id', 'pi_fair_' || lpad(i::text, 16, '0'), 'created_at', intent.created_at - i * interval '1 second')) as copy
     where intent.id = '${id}'`,
  );
  await stack.admin.query('vacuum analyze payments.payment_intents');
}
