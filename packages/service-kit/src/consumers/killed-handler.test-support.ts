import { Database } from '../database/database.ts';
import { consumer } from './consumer.ts';
import { deliver } from './deliver.test-support.ts';
import { handleMessages } from './handle-message.ts';

// A process of its own that handles four events, one of which kills it.
const db = new Database(process.env.PROBE_DATABASE_URL ?? '', 'catalog');
const deliveryCount = Number(process.argv[2]);
const messages = ['before', 'killer', 'after'].map((id) => deliver(id, { deliveryCount }).message);
messages.push(deliver('foreign', { deliveryCount, merchantId: 'acct_other' }).message);
const killed = consumer({
  name: 'killed',
  purpose: 'is a test',
  on: {
    'product.deleted': async (tx, event) => {
      if (event.object.id === 'prod_killer') process.kill(process.pid, 'SIGKILL');
      await tx.sql`insert into survivors values (${event.object.id})`;
    },
  },
});
await handleMessages({ db, durable: 'catalog-killed', consumer: killed, prefix: '', livemode: false }, messages);
await db.close();
