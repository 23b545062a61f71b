import { consumer, type Consumer } from './consumer.ts';

/** A consumer that notes what it handles in the table `effects`, with its name and the transaction's id. @param failing the product it fails on */
export const noting = (name: string, failing?: string): Consumer =>
  consumer({
    name,
    purpose: 'is a test',
    on: {
      'product.deleted': async (tx, { object }) => {
        await tx.sql`insert into effects values (${name}, ${object.id}, pg_current_xact_id()::text)`;
        if (object.id === failing) throw new Error('cannot digest');
      },
    },
  });
