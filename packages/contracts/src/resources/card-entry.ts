import { z } from 'zod';

/** The provider's hosted field, in which the buyer of a live checkout types the card: this API takes no live numbers. */
export const CardEntry = z
  .object({
    provider: z.enum(['stripe']),
    publishableKey: z.string().describe('Of the merchant’s account at the provider; no secret.'),
    scriptUrl: z.string().describe('Of the provider’s script, which draws the field and answers a token.'),
  })
  .meta({
    id: 'CardEntry',
    description:
      'The provider’s hosted field, in which the buyer of a live checkout types the card. Its token is what `paymentMethod.token` takes.',
  });
export type CardEntry = z.infer<typeof CardEntry>;
