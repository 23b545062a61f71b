import { Database } from '../database/database.ts';
import { consumer } from './consumer.ts';
import { deliver } from './deliver.test-support.ts';
import { together } from './durable-consumers.ts';
import { handleMessages } from './handle-message.ts';
import { noting } from './noting-consumer.test-support.ts';
import { partsOf } from './parts.ts';

// A process of its own that ends in the second of three consumers. With the number of the event's delivery.
const db = new Database(process.env.PROBE_DATABASE_URL ?? '', 'catalog');
const killing = consumer({
  name: 'sales',
  purpose: 'is a test',
  on: { 'product.deleted': () => Promise.resolve(void process.kill(process.pid, 'SIGKILL')) },
});
const all = together('purchases', [noting('stock'), killing, noting('prices')]);
const place = { db, durable: 'catalog-purchases', consumer: all, parts: partsOf('catalog', all) };
const { message } = deliver('between', { deliveryCount: Number(process.argv[2]) });
await handleMessages({ ...place, prefix: '', livemode: false }, [message]);
