import type { Price, SetPriceStock } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { updatePrice } from './update-price.ts';

/** Test helper: sets how many pieces of a price are in stock. @throws Problem `resource_missing` */
export const setPriceStock = (tx: Tx, id: string, body: SetPriceStock): Promise<Price> => updatePrice(tx, id, body);
