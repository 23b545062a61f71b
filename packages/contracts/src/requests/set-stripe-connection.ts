import { z } from 'zod';

const key = (pattern: RegExp, example: string) =>
  z.string().max(255, 'must be at most 255 characters').regex(pattern, `must be a key such as ${example}`);

/** The body of PUT /operator/accounts/{id}/providers/stripe. */
export const SetStripeConnection = z
  .strictObject({
    secretKey: key(/^(sk|rk)_(live|test)_[A-Za-z0-9_]{8,}$/, 'sk_live_… or rk_live_…').describe(
      'Kept encrypted, never shown again.',
    ),
    publishableKey: key(/^pk_(live|test)_[A-Za-z0-9_]{8,}$/, 'pk_live_…'),
    callbackSecret: key(/^whsec_[A-Za-z0-9+/=_-]{8,}$/, 'whsec_…').describe(
      'Of the event destination at Stripe. Kept encrypted, never shown again.',
    ),
  })
  .refine(({ secretKey, publishableKey }) => secretKey.split('_')[1] === publishableKey.split('_')[1], {
    message: 'must be of the same mode as secretKey',
    path: ['publishableKey'],
  })
  .meta({ id: 'SetStripeConnection', description: 'How an account takes live money through Stripe.' });
export type SetStripeConnection = z.infer<typeof SetStripeConnection>;
