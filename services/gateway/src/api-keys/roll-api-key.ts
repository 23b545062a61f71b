import type { ApiKeyWithSecret } from '@mizan/contracts';
import { Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { createKey } from './create-api-key.ts';
import { lockKey } from './key-rows.ts';
import { revokeKey } from './revoke-api-key.ts';
import { revoked, saveKey } from './update-api-key.ts';

/**
 * Replaces a key by one that may do the same. The old one works on for `overlapSeconds`, or to its own end if that comes
 * first; with 0 it is revoked at once.
 *
 * @throws Problem `resource_missing`: no such key of this account and mode
 * @throws Problem `resource_invalid_state`: it was revoked, or has expired, as its successor would have
 */
export async function rollKey(tx: Tx, pepper: Buffer, id: string, overlapSeconds: number): Promise<ApiKeyWithSecret> {
  const old = await lockKey(tx, id);
  if (!old) throw resourceMissing();
  if (old.revokedAt) throw revoked();
  const now = new Date(); // real, as the gateway looks at keys: an overlap must not last as long as a clock was advanced
  if (old.expiresAt && old.expiresAt <= now) throw new Problem('resource_invalid_state', 'The key has expired.');
  const { apiKey, key } = await createKey(tx, pepper, {
    type: old.type,
    name: old.name ?? undefined,
    permissions: old.permissions,
    ipAllowlist: old.ipAllowlist,
    allowedOrigins: old.allowedOrigins,
    expiresAt: old.expiresAt ?? undefined,
  });
  if (overlapSeconds === 0) await revokeKey(tx, id);
  else {
    const end = new Date(now.getTime() + overlapSeconds * 1000);
    saveKey(tx, old, { ...old, expiresAt: old.expiresAt && old.expiresAt < end ? old.expiresAt : end });
  }
  return { ...apiKey, secret: key };
}
