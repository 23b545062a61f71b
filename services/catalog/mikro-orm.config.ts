import { defineOrm, RowCountEntity } from '@mizan/service-kit/schema';
import { PriceEntity } from './src/product/price.entity.ts';
import { ProductEntity } from './src/product/product.entity.ts';
import { SaleLineEntity, SaleOrderEntity, SaleSumEntity } from './src/sales/sale.entity.ts';
import { HoldEntity } from './src/stock/hold.entity.ts';
import { UploadEntity } from './src/uploads/upload.entity.ts';

/** Entities and migrations of the `catalog` schema. */
export default defineOrm({
  service: 'catalog',
  entities: [
    ProductEntity,
    PriceEntity,
    HoldEntity,
    SaleOrderEntity,
    SaleLineEntity,
    SaleSumEntity,
    UploadEntity,
    RowCountEntity,
  ],
  migrations: new URL('./migrations/', import.meta.url),
});
