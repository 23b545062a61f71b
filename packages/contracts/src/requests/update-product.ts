import { z } from 'zod';
import { imageUrl, Metadata, requiredText, text } from '../primitives.ts';

/** The body of PATCH /products/{id}. */
export const UpdateProduct = z
  .strictObject({
    name: requiredText(250),
    description: text(5000).nullable(),
    image: imageUrl.nullable(),
    unitLabel: text(24).nullable(),
    active: z.boolean(),
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    defaultPrice: text(255).describe('`price_…`: one of the product’s own; an empty string clears it.'),
  })
  .partial()
  .meta({ id: 'UpdateProduct', description: 'What to change about a product.' });
export type UpdateProduct = z.infer<typeof UpdateProduct>;
