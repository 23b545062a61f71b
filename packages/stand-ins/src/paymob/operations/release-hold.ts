import { childrenOf, type PaymobApp } from '../paymob-app.ts';
import type { Transaction } from '../state.ts';
import { createChild } from './create-child.ts';

/** Whether all of a hold is still held: no capture and no void was made, or may still succeed. */
export const isOpenHold = (app: PaymobApp, hold: Transaction): boolean =>
  childrenOf(app, hold).every(({ outcome }) => outcome === 'declined');

/** Voids a hold that the merchant has left open for 14 days. */
export function releaseHold(app: PaymobApp, hold: Transaction): void {
  if (isOpenHold(app, hold)) createChild(app, hold, { kind: 'void', amount: hold.amount });
}
