import { z } from 'zod';

const key = (pattern: RegExp, example: string) =>
  z.string().max(255, 'must be at most 255 characters').regex(pattern, `must be a key such as ${example}`);

/** The body of PUT /operator/accounts/{id}/providers/stripe. */
export const SetStripeConnection = z
  .strictObject({
    secretKey: key(/^(sk|rk)_(live|test)_[A-Za-z0-9_]{8,}$/, 'sk_live_… or rk_live_…').describe(
      'Stored encrypted, and never returned.',
    ),
    publishableKey: key(/^pk_(live|test)_[A-Za-z0-9_]{8,}$/, 'pk_live_…'),
    callbackSecret: key(/^whsec_[A-Za-z0-9+/=_-]{8,}$/, 'whsec_…').describe(
      'Signing secret of the event destination at Stripe. Stored encrypted, and never returned.',
    ),
  })
  .refine(({ secretKey, publishableKey }) => secretKey.split('_')[1] === publishableKey.split('_')[1], {
    message: 'must be of the same mode as secretKey',
    path: ['publishableKey'],
  })
  .meta({ id: 'SetStripeConnection', description: 'The keys that connect an account to Stripe for live payments.' });
export type SetStripeConnection = z.infer<typeof SetStripeConnection>;
