import type { CreateProviderExpectation, ProviderExpectation } from '@mizan/contracts';
import { newId, own, type Tx } from '@mizan/service-kit';
import type { ProviderExpectationRow } from '../providers/simulator/provider-expectation.entity.ts';
import { providerExpectations } from '../providers/simulator/provider-expectation.table.ts';

/** Adds a fault that the simulator shows for matching operations, and deletes expectations that have ended. */
export async function createProviderExpectation(
  tx: Tx,
  { match, fault, times, expiresIn }: CreateProviderExpectation,
): Promise<ProviderExpectation> {
  const { merchantId, livemode } = tx.scope;
  const row: ProviderExpectationRow = {
    merchantId,
    livemode,
    id: newId('exp'),
    operation: match.operation,
    amount: match.amount ?? null,
    metadata: match.metadata ?? null,
    reference: match.reference ?? null,
    fault: {
      status: fault.status ?? null,
      timeout: fault.timeout ?? null,
      connectionReset: fault.connectionReset ?? null,
      delayMs: fault.delayMs ?? null,
    },
    remaining: times,
    expiresAt: new Date(tx.now.getTime() + expiresIn * 1_000),
    createdAt: tx.now,
  };
  await tx.sql`
    delete from provider_expectations
    where ${own(tx)} and (remaining = 0 or expires_at <= ${tx.now})`;
  await tx.sql`${providerExpectations.insert([row])}`;
  return toExpectationResource(row);
}

const toExpectationResource = (row: ProviderExpectationRow): ProviderExpectation => ({
  object: 'provider_expectation',
  id: row.id,
  match: { operation: row.operation, amount: row.amount, metadata: row.metadata, reference: row.reference },
  fault: row.fault,
  remaining: row.remaining,
  expiresAt: row.expiresAt.toISOString(),
});
