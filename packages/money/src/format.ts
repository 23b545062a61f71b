import { toExact } from './minor-units.ts';

/**
 * Minor units as major-unit text with every decimal of the currency and no grouping: 1000 with three decimals is
 * `1.000`. For people and for providers that take decimal text; never parsed back.
 *
 * @param decimals of the amount's currency (3 for KWD, 2 for EGP)
 * @throws AmountOutOfRange when the amount is not a safe integer
 */
export function formatMajor(amount: number, decimals: number): string {
  const exact = toExact(amount);
  const digits = (exact < 0n ? -exact : exact).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return (exact < 0n ? '-' : '') + digits.slice(0, point) + (decimals > 0 ? `.${digits.slice(point)}` : '');
}
