import { z } from 'zod';
import { failWith, imageUrl, metadataInput, requiredText, text, Metadata } from '../primitives.ts';
import { CreatePrice } from './price-input.ts';

/** The body of POST /products. */
export const CreateProduct = z
  .strictObject({
    name: requiredText(250),
    description: text(5000).nullish(),
    image: imageUrl.nullish(),
    unitLabel: text(24).nullish(),
    active: z.boolean().default(true),
    metadata: metadataInput.nullish(),
    prices: z
      .array(CreatePrice)
      .refine((prices) => prices.length <= 20, failWith('parameter_out_of_range', 'must have at most 20 prices'))
      .default([])
      .meta({ maxItems: 20, description: 'Created together with the product: either all of them or nothing.' }),
    defaultPriceIndex: z.int().min(0).optional().describe('Index of the default price in `prices`. Defaults to 0.'),
  })
  .superRefine((product, context) => {
    if (product.defaultPriceIndex === undefined || product.defaultPriceIndex < product.prices.length) return;
    context.issues.push({
      code: 'custom',
      input: undefined,
      path: ['defaultPriceIndex'],
      message: 'must be the index of one of the prices',
    });
  })
  .meta({ id: 'CreateProduct', description: 'A product to create.' });
export type CreateProduct = z.infer<typeof CreateProduct>;

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
