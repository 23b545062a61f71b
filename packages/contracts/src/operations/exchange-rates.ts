import { Currency, Mode } from '../enums.ts';
import { listOf, listQuery } from '../list-grammar.ts';
import { operation } from '../operation.ts';
import { SetExchangeRates, SetTestExchangeRate } from '../requests/exchange-rate-input.ts';
import { ExchangeRate, ExchangeRateChanges } from '../resources/exchange-rate.ts';

const operator = { service: 'payments', audience: 'operator', permission: null, status: 200 } as const;

/** The rates that prices in another currency are converted with. */
export const exchangeRateOperations = {
  listExchangeRates: operation({
    ...operator,
    method: 'GET',
    path: '/operator/exchange-rates',
    summary: 'List exchange rates',
    description: 'The rates that hold for all accounts now, one for each pair and mode, stale ones too.',
    query: listQuery({ base: Currency.optional(), quote: Currency.optional(), mode: Mode.optional() }),
    response: listOf(ExchangeRate).meta({ id: 'ExchangeRateList', description: 'A page of exchange rates.' }),
    errors: ['parameter_out_of_range'],
  }),
  setExchangeRates: operation({
    ...operator,
    method: 'PUT',
    path: '/operator/exchange-rates',
    summary: 'Set exchange rates',
    description:
      'For all accounts, all of them or none. Payments that have begun keep the rate that they began with. Rates are never inverted: set each direction that you need.',
    body: SetExchangeRates,
    response: ExchangeRateChanges,
    errors: [],
  }),
  setTestExchangeRate: operation({
    service: 'payments',
    audience: 'test',
    permission: 'TEST_HELPER_WRITE',
    status: 200,
    method: 'PUT',
    path: '/test-helpers/exchange-rates',
    summary: 'Set an exchange rate of test mode',
    description:
      'For your test mode only, from the next checkout on. With a `fetchedAt` more than 26 hours ago it is stale at once.',
    body: SetTestExchangeRate,
    example: { base: 'GBP', quote: 'EGP', rate: 62.5 },
    response: ExchangeRate,
    errors: [],
  }),
};
