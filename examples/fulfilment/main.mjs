/**
 * A service of a platform team: it packs one parcel for every successful payment and recalls the parcels of refunded
 * payments. It stores its parcels in its own database and lists them at GET /parcels. A test payment sends no parcel, unless MIZAN_MODE is `test`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Bus, PostgresInbox } from '@mizan/bus';
import pg from 'pg';

const { NATS_URL = 'nats://127.0.0.1:4222', BUS_CREDENTIALS_FILE, DATABASE_URL, PORT = '3000' } = process.env;
const { MIZAN_MODE: mode = 'live' } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL });
pool.on('error', (error) => console.error('postgres:', error.message));
const inbox = new PostgresInbox(pool, 'main'); // services that share a database need different names
await inbox.createTables();
await pool.query(`create table if not exists parcels (
  payment_intent_id text primary key, amount bigint not null, currency text not null, status text not null)`);

const bus = await Bus.connect({
  servers: NATS_URL,
  ...(BUS_CREDENTIALS_FILE ? { credentials: readFileSync(BUS_CREDENTIALS_FILE, 'utf8') } : { team: 'fulfilment' }),
});
// Credentials that have expired or were revoked: a process that receives nothing must not look well.
void bus.closed().then((reason) => {
  if (!reason) return;
  console.error(reason.message);
  process.exit(1);
});

/** The effect of each event, in the transaction that records the event. */
const effects = {
  'payment_intent.succeeded': (client, { object }) =>
    // The refund may have been handled first: one that is delivered again comes later, and replicas do not wait for each other.
    client.query('insert into parcels values ($1, $2, $3, $4) on conflict (payment_intent_id) do nothing', [
      object.id,
      object.amountReceived,
      object.currency,
      'packing',
    ]),
  'payment_intent.refunded': (client, { object }) =>
    client.query(
      `insert into parcels values ($1, $2, $3, $4)
       on conflict (payment_intent_id) do update set status = excluded.status`,
      [object.id, object.amountReceived, object.currency, 'called back'],
    ),
};

const subscription = await bus.subscribe(
  'payment_intent.*',
  {
    durable: 'main',
    mode,
    from: 'all',
    concurrency: 8,
    onDeadLetter: inbox.keep,
    // Without its database this service cannot handle any event, so all of them wait. Class 08 is a lost connection, 57P
    // a server that is stopping or starting.
    isTransient: ({ code = '' }) => /^(08|57P|ECONN)/.test(code),
    onProblem: (problem, cause) => console.error(`${problem}:`, cause?.message),
  },
  async (event) => {
    const effect = effects[event.type];
    if (effect) await inbox.once(event, (client) => effect(client, event));
  },
);

// Records of more than three weeks ago go. That is enough while the platform keeps events for a week; pass `olderThanDays` where its
// MIZAN_BUS_TEAM_DAYS is more. A lag that grows means that events come faster than they are handled.
const dayMs = 86_400_000;
const prune = () => inbox.prune().catch((error) => console.error('inbox:', error.message));
void prune();
setInterval(prune, dayMs).unref();
setInterval(
  () =>
    subscription.lag().then(
      ({ pending }) => pending > 1_000 && console.warn(`${pending} events wait`),
      () => {},
    ),
  60_000,
).unref();

const server = createServer(async (request, response) => {
  if (request.url !== '/parcels') return response.writeHead(404).end();
  try {
    const { rows } = await pool.query('select * from parcels order by payment_intent_id');
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
  } catch (error) {
    console.error('postgres:', error.message);
    return response.writeHead(503).end();
  }
});
server.listen(Number(PORT), () => console.log(`listening on ${server.address().port}`));

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, async () => {
    await bus.drain(); // finishes the events in progress and leaves the rest to the other replicas
    server.close();
    await pool.end();
  });
