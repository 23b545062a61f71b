import type { LineItem } from '@mizan/contracts';

/** `2 × Soap, 1 × Olive oil`: what is paid for. */
export const itemsText = (lines: readonly Pick<LineItem, 'quantity' | 'description'>[]): string =>
  lines.map(({ quantity, description }) => `${quantity} × ${description}`).join(', ');
