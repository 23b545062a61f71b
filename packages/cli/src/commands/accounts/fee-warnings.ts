import type { AccountProfile, Currency } from '@mizan/contracts';
import type { Command } from 'commander';
import { ifReadable } from '../../api/if-readable.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { printNotice } from '../../terminal/print.ts';
import { type LiveMethod, typesIn } from './live-methods.ts';
import { percentOf } from './print-terms.ts';

/** Warns of currencies without an agreed fee: they take no payment, whatever is connected or turned on. */
export function warnOfCurrenciesWithoutFees({ id, supportedCurrencies, feeSchedule }: AccountProfile): void {
  const codes = supportedCurrencies.map(({ code }) => code);
  const missing = codes.filter((code) => !feeSchedule.some(({ currency }) => currency === code));
  if (missing.length === 0) return;
  printNotice(
    `warning: ${id} has no fees agreed in ${missing.join(', ')}, so payments in ${missing.length === 1 ? 'it' : 'them'} are refused. ` +
      `Next: mizan accounts update ${id} --terms <file>`,
  );
}

/**
 * Reads an account and warns of its methods without an agreed fee. Where it cannot be read now, a notice says so: what the
 * command has changed is done.
 */
export async function warnOfMissingFees(
  command: Command,
  accountId: string,
  methodsOf: (account: AccountProfile) => readonly LiveMethod[],
): Promise<void> {
  const line = `GET /operator/accounts/${encodeURIComponent(accountId)}` as const;
  const account = await ifReadable('The fees of the account', sendAsOperator<AccountProfile>(command, line));
  if (!account) return;
  const methods = methodsOf(account);
  warnOfMethodsNotOffered(account, methods);
}

/**
 * Warns of methods that are not offered: the account accepts them in no currency, or in one without an agreed fee.
 *
 * @param currencies those whose fees are looked at, all that the account accepts by default
 */
export function warnOfMethodsNotOffered(
  account: AccountProfile,
  methods: readonly LiveMethod[],
  currencies: ReadonlySet<Currency> = new Set(account.supportedCurrencies.map(({ code }) => code)),
): void {
  const { id } = account;
  noteMethodsNotAccepted(account, methods);
  for (const currency of currencies) {
    const { withoutFee: missing } = typesIn(account, methods, currency);
    if (missing.length > 0)
      printNotice(
        `warning: no fee is agreed in ${currency} for ${missing.join(', ')}, so ${missing.length === 1 ? 'it is' : 'they are'} not offered. ` +
          `Next: add them to feeSchedule, with ratePpm 0 where payments are free: mizan accounts update ${id} --terms <file>`,
      );
  }
}

/** Names methods that the terms accept in none of their currencies, which may be intended: then nothing else says why they are not offered. */
function noteMethodsNotAccepted({ id, supportedCurrencies }: AccountProfile, methods: readonly LiveMethod[]): void {
  const isAccepted = ({ type, currencies }: LiveMethod): boolean =>
    supportedCurrencies.some(
      ({ code, paymentMethodTypes }) => currencies.includes(code) && paymentMethodTypes.includes(type),
    );
  const accepted = new Set(methods.filter(isAccepted).map(({ type }) => type));
  const refused = [...new Set(methods.map(({ type }) => type))].filter((type) => !accepted.has(type));
  if (refused.length > 0)
    printNotice(
      `Not offered, as supportedCurrencies in the terms of ${id} names it in no currency that it takes: ${refused.join(', ')}.`,
    );
}

/** Less than 0.1 %: no fee and no VAT is that low, so a percentage was probably meant. */
const tinyPpm = 1_000;

/** Warns of terms whose parts per million look like a percentage: `14` instead of `140000`. */
export function warnOfTinyRates({ vatOnFeesPpm, feeSchedule }: AccountProfile): void {
  const given = [
    ['vatOnFeesPpm', vatOnFeesPpm] as const,
    ...feeSchedule.map(({ ratePpm }) => ['ratePpm', ratePpm] as const),
  ];
  const tiny = given.find(([, ppm]) => ppm > 0 && ppm < tinyPpm);
  if (tiny === undefined) return;
  const [name, ppm] = tiny;
  printNotice(
    `warning: ${name} ${ppm} is ${percentOf(ppm)}. It is in parts per million: ${ppm <= 100 ? `${ppm} % is ${ppm * 10_000}` : '1 % is 10000'}.`,
  );
}
