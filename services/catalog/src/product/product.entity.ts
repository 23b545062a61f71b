import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Metadata } from '@mizan/contracts';
import { indexesOf } from '@mizan/service-kit/schema';

/** What a merchant sells. Its prices are in `price.entity.ts`. */
export const ProductEntity = defineEntity({
  name: 'Product',
  tableName: 'products',
  properties: {
    id: p.text().collation('C').primary(),
    merchantId: p.text().collation('C'),
    livemode: p.boolean(),
    name: p.text(),
    description: p.text().strictNullable(),
    image: p.text().strictNullable(),
    unitLabel: p.text().strictNullable(),
    active: p.boolean(),
    isSystemCreated: p.boolean(),
    metadata: p.json<Metadata>().strictNullable(),
    defaultPriceId: p.text().collation('C').strictNullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: indexesOf('products', {
    list: '(merchant_id, livemode, created_at desc, id desc) where not is_system_created',
    search: `using gin ((name || e'\\n' || coalesce(description, '') || e'\\n' || coalesce(unit_label, '')) public.gin_trgm_ops) where not is_system_created`,
    metadata: 'using gin (metadata jsonb_path_ops) where not is_system_created',
    uploaded_image: `(merchant_id, split_part(image, '/files/', 2)) where image like '%/files/%'`,
  }),
});
export type ProductRow = InferEntity<typeof ProductEntity>;
