import type { CheckoutView } from './checkout-view.ts';

/** True where the buyer names a payment method: to pay with, or to save. A free order needs none. */
export const takesMethod = ({ mode, amountTotal }: Pick<CheckoutView, 'mode' | 'amountTotal'>): boolean =>
  mode === 'setup' || amountTotal > 0;
