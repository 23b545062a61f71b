import { event } from '../event.ts';
import { Price } from '../resources/price.ts';
import { Product } from '../resources/product.ts';

const product = { service: 'catalog', object: Product, audience: 'public' } as const;
const price = { service: 'catalog', object: Price, audience: 'public' } as const;

/** What happens to products, prices and stock. */
export const catalogEvents = {
  'product.created': event({ ...product, description: 'A product was created.' }),
  'product.updated': event({ ...product, description: 'A product or its default price changed.' }),
  'product.deleted': event({ ...product, description: 'A product was deleted; the object is its last state.' }),
  'price.created': event({ ...price, description: 'A price was created.' }),
  'price.updated': event({ ...price, description: 'A price or its stock changed.' }),
  'price.deleted': event({ ...price, description: 'A price was deleted; the object is its last state.' }),
  'price.stock_depleted': event({ ...price, description: 'The last piece was sold.' }),
  'price.oversold': event({ ...price, description: 'More was sold than there was.' }),
};
