import { payments } from '../app.ts'; // floors
import { fragment, own, type Tx } from '@mizan/service-kit';
import { post } from '../ledger/post.ts';
import type { Intent } from '../intents/confirm.ts'; // floors

const known = new WeakMap<object, Intent>(); // state

export async function createRefund(tx: Tx, id: string): Promise<unknown> {
  await tx.sql`
    insert into refunds (id, merchant_id, livemode, amount) values (${id}, ${tx.scope.merchantId}, true, 1)`; // columns -1
  await post();
  const row = await tx.one`select ${own(tx)} from refunds`;
  await tx.sql`update refunds set amount = 1 where id = ${row.id}`; // tenancy
  return [payments, known];
}

export const lockRefund = (tx: Tx, id: string) =>
  tx.one`select created_at as "createdAt" from refunds where ${own(tx)} and id = ${id} for update`; // columns

const mine = (tx: Tx) => fragment`refunds.amount > 0 and ${own(tx, 'refunds')}`;

/** Owned through a piece that is put together in this file. */
export const largest = (tx: Tx) => tx.one`select max(amount) as "maxAmount" from refunds where ${mine(tx)}`;

export const oneOf = (tx: Tx, wide: boolean) => tx.sql`select id from refunds where ${wide ? fragment`true` : own(tx)}`; // tenancy
