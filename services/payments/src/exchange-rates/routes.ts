import { command, query, type RoutesOf, type Scope } from '@mizan/service-kit';
import { allMerchants } from './find-rates.ts';
import { listExchangeRates } from './read-exchange-rates.ts';
import { setExchangeRates } from './set-exchange-rates.ts';
import { setTestExchangeRate } from './set-test-exchange-rate.ts';

const allMerchantsScope = async (): Promise<Scope> => ({ merchantId: allMerchants, livemode: false }); // and of both modes

/** The operator sets rates for all accounts, a test for itself. */
export const exchangeRateRoutes = {
  listExchangeRates: query({
    scope: allMerchantsScope,
    run: (reader, input) => listExchangeRates(reader, input.query),
  }),
  setExchangeRates: command({ scope: allMerchantsScope, run: (tx, { body }) => setExchangeRates(tx, body) }),
  setTestExchangeRate: command((tx, { body }) => setTestExchangeRate(tx, body)),
} satisfies Partial<RoutesOf<'payments'>>;
