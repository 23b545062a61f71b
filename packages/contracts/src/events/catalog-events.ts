import { event } from '../event.ts';
import { Price } from '../resources/price.ts';
import { Product } from '../resources/product.ts';

const product = { service: 'catalog', object: Product, audience: 'public' } as const;
const price = { service: 'catalog', object: Price, audience: 'public' } as const;

/** What happens to products, prices and stock. */
export const catalogEvents = {
  'product.created': event({ ...product, description: 'Occurs when a product is created.' }),
  'product.updated': event({ ...product, description: 'Occurs when a product or its default price changes.' }),
  'product.deleted': event({
    ...product,
    description: 'Occurs when a product is deleted. The object is its last state.',
  }),
  'price.created': event({ ...price, description: 'Occurs when a price is created.' }),
  'price.updated': event({ ...price, description: 'Occurs when a price or its stock changes.' }),
  'price.deleted': event({ ...price, description: 'Occurs when a price is deleted. The object is its last state.' }),
  'price.stock_depleted': event({ ...price, description: 'Occurs when the stock of a price reaches 0.' }),
  'price.oversold': event({ ...price, description: 'Occurs when more units of a price are sold than were in stock.' }),
};
