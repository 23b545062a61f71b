import { createHash } from 'node:crypto';

/** Fawry's signature: SHA-256 of the parts, one behind the other, with the secure key last; absent ones are empty. */
export const sign = (parts: readonly (string | undefined)[], secureKey: string): string =>
  createHash('sha256')
    .update([...parts.map((part) => part ?? ''), secureKey].join(''))
    .digest('hex');

/** Piastres as Fawry writes amounts in signatures: pounds with exactly two decimals. */
export const amountText = (piastres: number): string => (piastres / 100).toFixed(2);
