import { Currency, Mode } from '../enums.ts';
import { listOf, listQuery } from '../list-grammar.ts';
import { operation } from '../operation.ts';
import { SetExchangeRates, SetTestExchangeRate } from '../requests/exchange-rate-input.ts';
import { ExchangeRate, ExchangeRateChanges } from '../resources/exchange-rate.ts';

const operator = { service: 'payments', audience: 'operator', permission: null } as const;

/** The rates that prices in another currency are converted with. */
export const exchangeRateOperations = {
  listExchangeRates: operation('GET /operator/exchange-rates', {
    ...operator,
    summary: 'List exchange rates',
    description: 'Lists the current rates of the platform, one for each currency pair and mode, including stale ones.',
    query: listQuery({ base: Currency.optional(), quote: Currency.optional(), mode: Mode.optional() }),
    response: listOf(ExchangeRate).meta({ id: 'ExchangeRateList', description: 'A page of exchange rates.' }),
    errors: ['parameter_out_of_range'],
  }),
  setExchangeRates: operation('PUT /operator/exchange-rates', {
    ...operator,
    summary: 'Set exchange rates',
    description:
      'Sets the rates of all accounts; either all of them are set or none. Payments in progress keep their rate. Rates are never inverted: set both directions if you need them.',
    body: SetExchangeRates,
    example: { rates: [{ base: 'USD', quote: 'EGP', rate: 48.5 }] },
    response: ExchangeRateChanges,
  }),
  setTestExchangeRate: operation('PUT /test-helpers/exchange-rates', {
    service: 'payments',
    audience: 'test',
    permission: 'TEST_HELPER_WRITE',
    summary: 'Set a test-mode exchange rate',
    description:
      'Applies to the test mode of your account, starting with the next checkout. A rate whose `fetchedAt` is more than 26 hours ago is stale immediately.',
    body: SetTestExchangeRate,
    example: { base: 'GBP', quote: 'EGP', rate: 62.5 },
    response: ExchangeRate,
  }),
};
