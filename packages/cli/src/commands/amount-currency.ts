import type { Account, Currency } from '@mizan/contracts';
import { Option, type Command } from 'commander';
import { sendAsMerchant } from '../api/send-request.ts';
import { toCurrency } from '../terminal/options.ts';

/** `--currency` of amounts in major units. @param ofWhat the options that it is the currency of */
export const amountCurrencyOption = (ofWhat: string): Option =>
  new Option('--currency <code>', `currency of ${ofWhat} (default: that of the account)`).argParser(toCurrency);

/** What `amountCurrencyOption` reads. */
export interface AmountCurrency {
  readonly currency?: Currency;
}

/** The currency of the amounts that a command was given. */
export async function amountCurrencyOf(command: Command, { currency }: AmountCurrency): Promise<Currency> {
  return currency ?? (await sendAsMerchant<Account>(command, 'GET /account')).defaultCurrency;
}
