import { metadataInput, type Metadata } from '@mizan/contracts';
import { asStored } from './database/sql.ts';
import { Problem } from './problem.ts';

/**
 * Metadata after a PATCH: given keys replace stored ones, a null removes its key, null for the whole removes all.
 * Undefined changes nothing.
 *
 * @throws Problem `parameter_invalid` on `metadata`: together they are too many or too large
 */
export function mergeMetadata(stored: Metadata | null, changes: Metadata | null | undefined): Metadata | null {
  if (changes === undefined) return stored;
  if (changes === null) return null;
  const merged = Object.fromEntries(
    Object.entries({ ...stored, ...changes }).filter(([key, value]) => value !== null || !Object.hasOwn(changes, key)),
  );
  const checked = metadataInput.safeParse(merged);
  if (!checked.success)
    throw new Problem('parameter_invalid', `metadata ${checked.error.issues[0]?.message ?? 'is too large'}.`, {
      param: 'metadata',
    });
  return asStored(merged);
}
