import { z } from 'zod';
import { cursorListOf, cursorListQuery } from '../cursor.ts';
import { Currency, PriceType } from '../enums.ts';
import { booleanParameter, metadataParameter, searchParameter } from '../list-grammar.ts';
import { operation, deletedResource, commonEchoes } from '../operation.ts';
import { CreatePrice, UpdatePrice } from '../requests/price-input.ts';
import { CreateProduct, UpdateProduct } from '../requests/product-input.ts';
import { Price } from '../resources/price.ts';
import { Product, ProductListItem } from '../resources/product.ts';
import { ProductStats } from '../resources/product-stats.ts';
import { statsQueryWithCurrency } from '../stats-query.ts';

const merchant = { service: 'catalog', audience: 'merchant' } as const;

/** Products and prices. */
export const catalogOperations = {
  createProduct: operation('POST /products', {
    ...merchant,
    permission: 'PRODUCT_WRITE',
    summary: 'Create a product',
    description: 'Creates a product and, optionally, its prices. Either everything is created or nothing.',
    body: CreateProduct,
    example: {
      name: 'Olive oil, 500 ml',
      prices: [{ currency: 'EGP', unitAmount: 24950, stock: 40 }],
      metadata: { sku: 'OIL-500' },
    },
    echoes: [...commonEchoes, 'isSystemCreated', 'defaultPriceId'],
    response: Product,
    status: 201,
    errors: ['price_stock_invalid', 'price_date_range_invalid', 'parameter_out_of_range'],
  }),
  listProducts: operation('GET /products', {
    ...merchant,
    permission: 'PRODUCT_READ',
    summary: 'List products',
    description: 'Does not include products created from the `priceData` of a checkout.',
    query: cursorListQuery({
      active: booleanParameter.optional(),
      metadata: metadataParameter.optional(),
      search: searchParameter.optional(),
    }),
    response: cursorListOf(ProductListItem)
      .extend({
        page: z.int().min(1).describe('1 for a page that was requested with `cursor`.'),
        limit: z.int().min(1),
        totalPages: z.int().min(0).describe('`totalCount` by `limit`: with filters it may stop as `totalCount` does.'),
      })
      .meta({ id: 'ProductList', description: 'A page of products.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getProduct: operation('GET /products/{id}', {
    ...merchant,
    permission: 'PRODUCT_READ',
    summary: 'Retrieve a product with its prices',
    description: 'Archived products and prices are returned as well.',
    response: Product,
  }),
  updateProduct: operation('PATCH /products/{id}', {
    ...merchant,
    permission: 'PRODUCT_WRITE',
    summary: 'Update a product',
    description:
      'Fields that you leave out stay as they are. `metadata` is merged key by key; a `null` deletes its key.',
    body: UpdateProduct,
    example: { description: 'Cold pressed in Siwa.', metadata: { origin: 'Siwa' } },
    echoes: [...commonEchoes, 'isSystemCreated', 'defaultPriceId', 'prices'],
    response: Product,
    errors: ['price_inactive'],
  }),
  deleteProduct: operation('DELETE /products/{id}', {
    ...merchant,
    permission: 'PRODUCT_WRITE',
    summary: 'Delete a product and its prices',
    description:
      'Fails if any of its prices has been used in a line item, or if it has more than 100 prices. In that case, archive the product instead.',
    response: deletedResource('product').meta({ id: 'DeletedProduct', description: 'A deleted product.' }),
    errors: ['resource_in_use'],
  }),
  getProductStats: operation('GET /products/{id}/stats', {
    ...merchant,
    permission: 'PRODUCT_READ',
    summary: 'Retrieve the sales of a product',
    description: 'Updated from payment and refund events, usually within a second.',
    query: statsQueryWithCurrency,
    response: ProductStats,
    errors: ['parameter_out_of_range'],
  }),
  createPrice: operation('POST /prices', {
    ...merchant,
    permission: 'PRICE_WRITE',
    summary: 'Create a price for a product',
    description:
      'A product can have several prices: in other currencies, for other amounts, or with a stock of their own.',
    query: z.strictObject({
      productId: z.string().min(1).max(255).describe('`prod_…`: the product to create the price for.'),
    }),
    body: CreatePrice,
    example: { currency: 'EGP', unitAmount: 24950 },
    echoes: [...commonEchoes, 'productId'],
    response: Price,
    status: 201,
    errors: ['resource_missing', 'price_stock_invalid', 'price_date_range_invalid'],
  }),
  listPrices: operation('GET /prices', {
    ...merchant,
    permission: 'PRICE_READ',
    summary: 'List prices',
    description: 'Newest first, for one product or for all of them.',
    query: cursorListQuery({
      productId: z.string().min(1).max(255).optional().describe('`prod_…`'),
      active: booleanParameter.optional(),
      type: PriceType.optional(),
      currency: Currency.optional(),
    }),
    response: cursorListOf(Price).meta({ id: 'PriceList', description: 'A page of prices.' }),
    errors: ['parameter_out_of_range', 'parameters_exclusive'],
  }),
  getPrice: operation('GET /prices/{id}', {
    ...merchant,
    permission: 'PRICE_READ',
    summary: 'Retrieve a price',
    description: 'Contains how many pieces are for sale.',
    response: Price,
  }),
  updatePrice: operation('PATCH /prices/{id}', {
    ...merchant,
    permission: 'PRICE_WRITE',
    summary: 'Update a price',
    description: 'You can change the amount, currency and type only until the price is used in a line item.',
    body: UpdatePrice,
    example: { stock: 25 },
    echoes: commonEchoes,
    response: Price,
    errors: ['price_immutable_while_used', 'price_stock_invalid', 'price_date_range_invalid'],
  }),
  deletePrice: operation('DELETE /prices/{id}', {
    ...merchant,
    permission: 'PRICE_WRITE',
    summary: 'Delete a price',
    description: 'Fails if the price has been used in a line item. In that case, archive it with `active: false`.',
    response: deletedResource('price').meta({ id: 'DeletedPrice', description: 'A deleted price.' }),
    errors: ['resource_in_use'],
  }),
};
