import { fragment, newId, type Fragment } from '@mizan/service-kit';

/** The ids of deliveries that one statement creates: an id without its last characters, in which they differ. */
export const newDeliveryStem = (): string => newId('dlv').slice(0, -digits);

const digits = 4;

/** The id of the delivery with this number; beyond 9999 it has more characters, and is still another than all others. */
export const deliveryIdOf = (stem: Fragment, number: Fragment): Fragment =>
  fragment`${stem} || lpad((${number})::text, greatest(${digits}, length((${number})::text)), '0')`;
