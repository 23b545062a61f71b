import { command, query, type RoutesOf, type Scope } from '@mizan/service-kit';
import { everybody } from './exchange-rate.entity.ts';
import { listExchangeRates } from './list-exchange-rates.ts';
import { setExchangeRates, setTestExchangeRate } from './set-exchange-rates.ts';

type Routes = Pick<RoutesOf<'payments'>, 'listExchangeRates' | 'setExchangeRates' | 'setTestExchangeRate'>;

const ofEverybody = async (): Promise<Scope> => ({ merchantId: everybody, livemode: false }); // and of both modes

/** Who says what a currency is worth: the operator to all, a test to itself. */
export const exchangeRateRoutes: Routes = {
  listExchangeRates: query({
    scope: ofEverybody,
    run: (reader, input) => listExchangeRates(reader, input.query),
  }),
  setExchangeRates: command({ scope: ofEverybody, run: (tx, { body }) => setExchangeRates(tx, body) }),
  setTestExchangeRate: command((tx, { body }) => setTestExchangeRate(tx, body)),
};
