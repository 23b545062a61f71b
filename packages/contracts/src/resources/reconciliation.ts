import { z } from 'zod';
import { Currency } from '../enums.ts';
import { ProviderName } from '../payment-enums.ts';
import { namedObject, Timestamp } from '../primitives.ts';

/** How the platform and a provider can differ about a payment. */
export const ReconciliationFindingKind = z.enum([
  'missing_here',
  'missing_there',
  'doubled',
  'state_differs',
  'amount_differs',
  'currency_differs',
  'refund_missing_here',
  'refund_missing_there',
  'refund_doubled',
  'refund_state_differs',
  'refund_amount_differs',
  'not_answered',
]);
export type ReconciliationFindingKind = z.infer<typeof ReconciliationFindingKind>;

/** How a payment or refund stands, in words that fit every provider. */
export const ReconciledState = z.enum(['waiting', 'held', 'captured', 'ended', 'pending', 'succeeded', 'failed']);
export type ReconciledState = z.infer<typeof ReconciledState>;

export const ReconciledSide = namedObject('ReconciledSide', 'A payment or refund as one side has recorded it.', {
  state: ReconciledState.describe(
    'Of a payment: `waiting` (undecided), `held`, `captured` or `ended` (it brings no money). Of a refund: `pending`, `succeeded` or `failed`.',
  ),
  amount: z.int().nullable().describe('In minor units of `currency`. Null if the provider does not show it.'),
  currency: z.string().nullable().describe('ISO 4217 code. Null if the provider does not show it.'),
});
export type ReconciledSide = z.infer<typeof ReconciledSide>;

export const ReconciliationFinding = namedObject(
  'ReconciliationFinding',
  'A difference between the records of the platform and those of a provider.',
  {
    kind: ReconciliationFindingKind.describe(
      '`not_answered` is no difference: the provider could not be queried, so nothing was compared.',
    ),
    accountId: z.string().nullable().describe('`acct_…`. Null if the payment belongs to no account.'),
    connectionId: z.string().describe('`pvc_…`'),
    provider: ProviderName,
    chargeId: z.string().nullable().describe('`ch_…`. Null if the provider’s payment names no charge.'),
    refundId: z
      .string()
      .nullable()
      .describe('`re_…`. Null for payments, and for refunds that the platform has not made.'),
    reference: z.string().nullable().describe('The provider’s own ID of the payment or refund.'),
    here: ReconciledSide.nullable().describe('What the platform has recorded. Null if it has nothing.'),
    there: ReconciledSide.nullable().describe('What the provider has recorded. Null if it has nothing.'),
    detail: z.string().nullable().describe('Why a provider could not be queried.'),
  },
);
export type ReconciliationFinding = z.infer<typeof ReconciliationFinding>;

export const ReconciliationCoverage = z.enum(['list', 'query']);
export type ReconciliationCoverage = z.infer<typeof ReconciliationCoverage>;

export const ReconciliationTotal = namedObject(
  'ReconciliationTotal',
  'What was compared on a page, by connection and currency. All of it is 0 where nothing has brought money.',
  {
    accountId: z.string().describe('`acct_…`'),
    connectionId: z.string().describe('`pvc_…`'),
    provider: ProviderName,
    coverage: ReconciliationCoverage.describe(
      '`list`: the provider lists its payments, so those that only the provider has are found. `query`: it is queried about each payment that the platform has recorded, so they are not.',
    ),
    currency: Currency,
    payments: z.int().min(0).describe('Payments of the platform that have brought money.'),
    amount: z.int().min(0).describe('Minor units that they have captured.'),
    refunds: z.int().min(0).describe('Refunds of these payments that have succeeded.'),
    amountRefunded: z.int().min(0).describe('Minor units that they have returned.'),
  },
);
export type ReconciliationTotal = z.infer<typeof ReconciliationTotal>;

/** A page of what a comparison with the providers has found. */
export const Reconciliation = namedObject(
  'Reconciliation',
  'A page of the comparison with the providers. Request the next one until `nextCursor` is null.',
  {
    object: z.literal('reconciliation'),
    from: Timestamp,
    to: Timestamp,
    findings: z.array(ReconciliationFinding).describe('Empty if both sides agree.'),
    totals: z.array(ReconciliationTotal).describe('One for each connection and currency of the page.'),
    nextCursor: z.string().nullable().describe('Pass this as `cursor` to continue. Null on the last page.'),
  },
);
export type Reconciliation = z.infer<typeof Reconciliation>;
