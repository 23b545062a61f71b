import { own, type Reader } from '@mizan/service-kit';

/** Those of the ids that are no file that the account has uploaded in this mode as evidence of a dispute. */
export async function findMissingEvidenceFiles(reader: Reader, fileIds: readonly string[]): Promise<string[]> {
  const found = await reader.sql<{ id: string }>`
    select split_part(name, '.', 1) as id from uploads
    where ${own(reader)} and purpose = 'dispute_evidence' and stored_at is not null
      and name = any (select id || '.' || extension from unnest(${fileIds}::text[]) as given (id),
        unnest(array['png', 'jpg', 'webp', 'pdf']) as extension)`;
  const known = new Set(found.map(({ id }) => id));
  return fileIds.filter((id) => !known.has(id));
}
