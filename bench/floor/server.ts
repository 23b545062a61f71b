import { createHmac, randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';
import { Pool } from 'undici';

/**
 * The floor that ratios are measured against: one bare Express and `pg` process doing the same reads and writes on the
 * same Postgres, with no keys, no events, no idempotency and no second service. Prepared statements, so that it is as
 * quick as such a process can be.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());

const run = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });

app.get('/products', async (request, response) => {
  const { rows } = await run(
    'list',
    `select p.*, coalesce((select jsonb_agg(x) from floor.prices x where x.product_id = p.id), '[]') as prices
     from floor.products p where merchant_id = $1 order by created_at desc, id desc limit $2`,
    ['acct', Number(request.query.limit ?? 20)],
  );
  const total = await run('count', 'select count(*)::int as n from floor.products where merchant_id = $1', ['acct']);
  response.json({ data: rows, totalCount: (total.rows[0] as { n: number }).n });
});

app.get('/products/:id', async (request, response) => {
  const product = await run('product', 'select * from floor.products where id = $1 and merchant_id = $2', [
    request.params.id,
    'acct',
  ]);
  const prices = await run('prices', 'select * from floor.prices where product_id = $1', [request.params.id]);
  response.json({ ...(product.rows[0] as object), prices: prices.rows });
});

app.post('/products', async (request, response) => {
  const { name, description = null } = request.body as { name: string; description?: string };
  const { rows } = await run(
    'create',
    `insert into floor.products values ($1, 'acct', $2, $3, true, '{}') returning *`,
    [randomUUID(), name, description],
  );
  response.status(201).json(rows[0]);
});

app.post('/sessions', async (request, response) => {
  const { priceId, quantity } = request.body as { priceId: string; quantity: number };
  const price = await run('price', 'select * from floor.prices where id = $1', [priceId]);
  const amount = Number((price.rows[0] as { unit_amount: string }).unit_amount) * quantity;
  const id = randomUUID();
  await inTransaction(async (client) => {
    await client.query({
      name: 's1',
      text: `insert into floor.sessions values ($1, 'acct', 'open', $2, 'EGP')`,
      values: [id, amount],
    });
    await client.query({
      name: 's2',
      text: 'insert into floor.line_items (session_id, price_id, quantity, amount) values ($1, $2, $3, $4)',
      values: [id, priceId, quantity, amount],
    });
  });
  response.status(201).json({ id, amount });
});

app.post('/sessions/:id/pay', async (request, response) => {
  const id = randomUUID();
  await inTransaction(async (client) => {
    const session = await client.query({
      name: 'p1',
      text: 'select * from floor.sessions where id = $1 for update',
      values: [request.params.id],
    });
    const { amount } = session.rows[0] as { amount: string };
    await client.query({
      name: 'p2',
      text: `insert into floor.payments values ($1, $2, $3, 'succeeded')`,
      values: [id, request.params.id, amount],
    });
    await client.query({
      name: 'p3',
      text: `update floor.sessions set status = 'complete' where id = $1`,
      values: [request.params.id],
    });
    await client.query({
      name: 'p4',
      text: 'update floor.prices set stock = stock - l.quantity from floor.line_items l where l.session_id = $1 and l.price_id = floor.prices.id and stock is not null',
      values: [request.params.id],
    });
  });
  response.json({ id, status: 'succeeded' });
});

app.post('/payments/:id/refund', async (request, response) => {
  const id = randomUUID();
  await inTransaction(async (client) => {
    await client.query({
      name: 'r1',
      text: 'select * from floor.payments where id = $1 for update',
      values: [request.params.id],
    });
    await client.query({
      name: 'r2',
      text: 'insert into floor.refunds values ($1, $2, $3)',
      values: [id, request.params.id, 100],
    });
  });
  response.status(201).json({ id });
});

/** A webhook delivery without any of the questions: a row, the POST with its HMAC, the outcome. */
app.post('/deliver', async (request, response) => {
  const { url, payload } = request.body as { url: string; payload: string };
  const { rows } = await run('d1', 'insert into floor.deliveries (payload) values ($1) returning id', [payload]);
  const signature = createHmac('sha256', 'floor').update(payload).digest('base64');
  const { statusCode, body } = await poolFor(url).request({
    method: 'POST',
    path: new URL(url).pathname,
    headers: { 'content-type': 'application/json', 'webhook-signature': signature },
    body: payload,
  });
  await body.dump();
  await run('d2', 'update floor.deliveries set status = $1, finished_at = now() where id = $2', [
    statusCode,
    (rows[0] as { id: number }).id,
  ]);
  response.json({ status: statusCode });
});

const pools = new Map<string, Pool>();
function poolFor(url: string): Pool {
  const { origin } = new URL(url);
  let known = pools.get(origin);
  if (!known) pools.set(origin, (known = new Pool(origin, { connections: 16 })));
  return known;
}

async function inTransaction(body: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await body(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` })}\n`,
  );
});
