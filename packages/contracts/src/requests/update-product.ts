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
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    defaultPrice: text(255).describe("`price_…`: one of the product's own prices. An empty string clears it."),
  })
  .partial()
  .meta({ id: 'UpdateProduct', description: 'Changes to a product.' });
export type UpdateProduct = z.infer<typeof UpdateProduct>;
