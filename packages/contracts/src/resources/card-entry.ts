import { z } from 'zod';

/** The provider's hosted field, in which the buyer of a live checkout types the card: this API takes no live numbers. */
export const CardEntry = z
  .object({
    provider: z.enum(['stripe']),
    publishableKey: z.string().describe("Publishable key of the merchant's account at the provider. Not a secret."),
    scriptUrl: z.string().describe("URL of the provider's script, which renders the field and returns a token."),
  })
  .meta({
    id: 'CardEntry',
    description: "The provider's hosted field for entering a live card. Send its token as `paymentMethod.token`.",
  });
export type CardEntry = z.infer<typeof CardEntry>;
