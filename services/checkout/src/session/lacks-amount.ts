import type { LineItem } from '@mizan/contracts';

type Amounted = { readonly price: Pick<LineItem['price'], 'type' | 'customUnitAmount'> } & Pick<
  LineItem,
  'customAmount'
>;

/** True for a CUSTOM price without preset or minimum until the buyer chooses an amount. Such an order is not free. */
export const lacksAmount = ({ price, customAmount }: Amounted): boolean =>
  price.type === 'CUSTOM' &&
  customAmount === undefined &&
  (price.customUnitAmount?.preset ?? price.customUnitAmount?.minimum ?? null) === null;
