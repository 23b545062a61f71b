import type { Input, LoadContext } from '@mizan/service-kit';

/**
 * Requires the second factor for what could redirect money, and again for a repeat under the same idempotency key.
 *
 * @throws Problem `two_factor_required`
 */
export const requireSecondFactor =
  (isRetry: boolean) =>
  async ({ calls, scope }: LoadContext, { identity, headers }: Input): Promise<void> => {
    if (!scope.livemode) return;
    await calls.useSecondFactor({ keyId: identity.keyId, code: headers['two-factor-code'], isRetry });
  };
