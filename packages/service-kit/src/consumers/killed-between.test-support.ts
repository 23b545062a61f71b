import { Database } from '../database/database.ts';
import { consumer } from './consumer.ts';
import { deliver } from './deliver.test-support.ts';
import { together } from './durable-consumers.ts';
import { handleMessages } from './handle-message.ts';
import { noting } from './noting-consumer.test-support.ts';

// A process of its own that ends when the second of two consumers is to handle what the first has handled.
const db = new Database(process.env.PROBE_DATABASE_URL ?? '', 'catalog');
const killing = consumer({
  name: 'sales',
  purpose: 'is a test',
  on: { 'product.deleted': () => Promise.resolve(void process.kill(process.pid, 'SIGKILL')) },
});
const place = { db, durable: 'catalog-purchases', consumer: together('purchases', [noting('stock'), killing]) };
await handleMessages({ ...place, prefix: '', livemode: false }, [deliver('between').message]);
