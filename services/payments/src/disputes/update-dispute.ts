import { isDeepStrictEqual } from 'node:util';
import type { Dispute, DisputeEvidence, DisputeEvidenceInput, UpdateDispute } from '@mizan/contracts';
import { type LoadContext, Problem, type Tx } from '@mizan/service-kit';
import { toDisputeResource } from '../payment/dispute.resource.ts';
import { lockDispute } from './lock-dispute.ts';
import { emitDispute, updateDisputeRow } from './settle-dispute.ts';

/**
 * Checks that the files of evidence are the account's own, uploaded for disputes; no transaction is open.
 *
 * @throws Problem `resource_missing`: one is not, or was not uploaded
 */
export async function assertEvidenceFiles({ calls }: LoadContext, { files }: DisputeEvidenceInput): Promise<void> {
  if (!files || files.length === 0) return;
  const { missing } = await calls.findMissingEvidenceFiles({ fileIds: files });
  const [first] = missing;
  if (first === undefined) return;
  throw new Problem('resource_missing', `No file was uploaded for dispute_evidence as ${first}.`, {
    param: `evidence.files[${files.indexOf(first)}]`,
  });
}

/**
 * Changes the evidence of a dispute that waits for it. Files were checked by {@link assertEvidenceFiles}.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: it was submitted, or has ended
 */
export async function updateDispute(
  tx: Tx,
  { id, evidence }: UpdateDispute & { readonly id: string },
): Promise<Dispute> {
  const { dispute: former } = await lockDispute(tx, id);
  if (former.row.status !== 'NEEDS_RESPONSE')
    throw new Problem('resource_invalid_state', 'Evidence can be changed only while the dispute needs a response.');
  const merged = mergeEvidence(former.row.evidence, evidence);
  if (isDeepStrictEqual(merged, former.row.evidence)) return toDisputeResource(former);
  const row = { ...former.row, evidence: merged, version: former.row.version + 1, updatedAt: tx.now };
  const dispute = { ...former, row };
  await tx.sql`${updateDisputeRow(row)}`;
  emitDispute(tx, former, dispute);
  return toDisputeResource(dispute);
}

function mergeEvidence(before: DisputeEvidence, { files, ...texts }: DisputeEvidenceInput): DisputeEvidence {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  const merged = { ...before, ...(Object.fromEntries(given) as Partial<DisputeEvidence>) };
  return files === undefined ? merged : { ...merged, files: files ?? [] };
}
