import { z } from 'zod';
import { operation } from '../operation.ts';
import { reference, timestampInput } from '../primitives.ts';
import { Reconciliation } from '../resources/reconciliation.ts';

/** Comparing the records of the platform with those of the providers. */
export const reconciliationOperations = {
  reconcilePayments: operation('GET /operator/reconciliation', {
    service: 'payments',
    audience: 'operator',
    permission: null,
    summary: 'Compare live payments with the providers',
    description:
      'Compares payments and refunds that were created from `from` to before `to`, connection by connection, with what the provider itself has recorded. It reads only, and moves no money. Each request queries the provider about few payments; request the next page until `nextCursor` is null.',
    query: z
      .strictObject({
        from: timestampInput,
        to: timestampInput,
        accountId: reference('acct').optional().describe('Only connections of this account.'),
        connectionId: reference('pvc').optional().describe('Only this connection.'),
        cursor: z.string().max(2_000).optional().describe('The `nextCursor` of the previous page.'),
      })
      .refine(({ from, to }) => from < to, { message: 'must be later than from', path: ['to'] }),
    response: Reconciliation,
    errors: ['resource_missing'],
    deadlineMs: 30_000,
  }),
};
