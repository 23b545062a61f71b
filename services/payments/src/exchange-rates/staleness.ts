import type { ExchangeRateRow } from './exchange-rate.entity.ts';

/** From this age on no payment is priced with a rate: a day, and two hours for a daily import that runs late. */
export const maxRateAgeMs = 26 * 60 * 60_000;

/** What a rate of test mode's own is marked with. */
export const seedSource = 'seed';

/**
 * Whether a rate is too old to price a payment with. Always by real time, for no clock of a test mode makes a market
 * move. What test mode came with never ages there.
 */
export const isStale = ({ source, livemode, fetched_at }: ExchangeRateRow, realNow = Date.now()): boolean =>
  (source !== seedSource || livemode) && realNow - fetched_at.getTime() > maxRateAgeMs;
