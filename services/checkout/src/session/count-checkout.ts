import type { App } from '../config.ts';
import type { Session } from './session.ts';

/** Counts a step of a checkout: what share of the opened ones is paid. */
export const countCheckout = (
  { metrics }: Pick<App, 'metrics'>,
  { livemode }: Pick<Session, 'livemode'>,
  step: 'created' | 'shown' | 'paid',
): void => metrics.add('mizan.checkouts', { 'mizan.livemode': String(livemode), 'mizan.checkout.step': step });
