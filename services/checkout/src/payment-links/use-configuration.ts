import type { LoadContext } from '@mizan/service-kit';
import { findConfiguration } from '../sessions/method-configuration.ts';

/** How long a configuration waits for the event that says what the link became of, milliseconds. */
const undecidedMs = 24 * 60 * 60_000;

/**
 * Makes sure of the payment method configuration that a link shall have. It cannot be deleted for a day; once the link's
 * event was heard, not until the link names another.
 *
 * @throws Problem `resource_missing`
 */
export async function useConfiguration(
  id: string | null | undefined,
  { calls, now }: Pick<LoadContext, 'calls' | 'now'>,
  linkId: string,
): Promise<void> {
  if (id === undefined || id === null) return;
  await findConfiguration(id, calls, { id: linkId, expiresAt: new Date(now.getTime() + undecidedMs) });
}
