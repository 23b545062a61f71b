import type { ApiKeyWithSecret } from '@mizan/contracts';
import { own, Problem, type Tx } from '@mizan/service-kit';
import type { KeyApp } from './api-key-format.ts';
import { assertRoomForKey, createApiKey } from './create-api-key.ts';
import { lockApiKey } from './read-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { keyRevoked, saveApiKey } from './update-api-key.ts';

/**
 * Replaces a key by a new one with the same permissions. The old one keeps working for `overlapSeconds`, or until it
 * expires if that is sooner; with 0 it is revoked at once. A key is rolled once: a second replacement would end with the
 * overlap.
 *
 * @throws Problem `resource_missing`; `resource_invalid_state`: it was revoked, has expired, or was rolled already;
 *   `resource_limit_reached`: there is no room for both keys
 */
export async function rollApiKey(
  tx: Tx,
  app: KeyApp,
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
): Promise<ApiKeyWithSecret> {
  const old = await lockApiKey(tx, id);
  if (old.revokedAt) throw keyRevoked();
  const now = new Date(); // real time, as the gateway checks keys: an advanced test clock must not extend the overlap
  if (old.expiresAt && old.expiresAt <= now) throw new Problem('resource_invalid_state', 'The key has expired.');
  if (old.replacedBy)
    throw new Problem(
      'resource_invalid_state',
      `The key was already rolled: ${old.replacedBy} replaces it. Roll that one instead.`,
    );
  const { type, name, permissions, ipAllowlist, allowedOrigins, expiresAt } = old;
  const replacement = { type, name, permissions, ipAllowlist, allowedOrigins, expiresAt };
  if (overlapSeconds > 0) await assertRoomForKey(tx);
  const created = await createApiKey(tx, app, replacement);
  await tx.sql`update api_keys set replaced_by = ${created.id} where ${own(tx)} and id = ${id}`;
  if (overlapSeconds === 0) await revokeApiKey(tx, id);
  else {
    const end = new Date(now.getTime() + overlapSeconds * 1000);
    saveApiKey(tx, old, { ...old, expiresAt: old.expiresAt && old.expiresAt < end ? old.expiresAt : end });
  }
  return created;
}
