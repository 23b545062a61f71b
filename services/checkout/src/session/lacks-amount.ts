import type { LineItem } from '@mizan/contracts';

type Amounted = { readonly price: Pick<LineItem['price'], 'type' | 'customUnitAmount'> } & Pick<
  LineItem,
  'customAmount'
>;

/** A CUSTOM price without a suggestion costs nothing until the buyer says what; that is no free order. */
export const lacksAmount = ({ price, customAmount }: Amounted): boolean =>
  price.type === 'CUSTOM' &&
  customAmount === undefined &&
  (price.customUnitAmount?.preset ?? price.customUnitAmount?.minimum ?? null) === null;
