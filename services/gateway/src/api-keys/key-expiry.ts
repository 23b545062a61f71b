import { Problem } from '@mizan/service-kit';

/**
 * When a key is to end, by real time also in test mode: a clock that was advanced gives no key a longer life, nor ends one.
 *
 * @throws Problem `parameter_invalid`: it would be refused from the start
 */
export function keyExpiry(expiresAt: string | null | undefined): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const end = new Date(expiresAt);
  if (end.getTime() <= Date.now())
    throw new Problem('parameter_invalid', 'expiresAt must be in the future.', { param: 'expiresAt' });
  return end;
}
