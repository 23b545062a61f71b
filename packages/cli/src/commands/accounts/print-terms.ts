import type { AccountProfile, FeeRule } from '@mizan/contracts';
import type { Command } from 'commander';
import { decimalOf, moneyText } from '../../terminal/money.ts';
import { isJson, printRecord, printTable } from '../../terminal/print.ts';

interface FeeRow {
  readonly currency: string;
  readonly fee: string;
  /** What a payment must be for the fee to apply. */
  readonly only: string;
  readonly refundFee: string;
  readonly methods: string;
}

/** Prints an account with its terms: the fees of a payment, one line for all methods that cost the same. */
export function printTerms(command: Command, account: AccountProfile): void {
  if (isJson(command)) return printRecord(command, account);
  const { supportedCurrencies, feeSchedule, feeConfig, disputeFees, vatOnFeesPpm, presentmentCurrencies, ...rest } =
    account;
  const { id, displayName, country, defaultCurrency, defaultLocale, livePaymentsEnabled, lateSuccessPolicy } = rest;
  printRecord(command, {
    id,
    displayName,
    country,
    defaultCurrency,
    defaultLocale,
    livePaymentsEnabled,
    lateSuccessPolicy,
    currencies: supportedCurrencies.map(({ code }) => code),
    presentmentCurrencies,
    allowedOrigins: rest.allowedOrigins,
    feesPassThrough: feeConfig.feesPassThrough,
    vatCollected: feeConfig.vatCollectionEnabled ? `${feeConfig.vatCollectionRate ?? 0} %` : null,
    vatOnFees: percentOf(vatOnFeesPpm),
    disputeFees: disputeFees.map(({ amount, currency }) => moneyText(amount, currency)),
  });
  console.log('\nFees of payments:');
  const rows = Map.groupBy(feeSchedule, (rule) => JSON.stringify(labelsOf(rule)))
    .values()
    .map(toRow);
  printTable(command, [...rows], ['currency', 'fee', 'only', 'refundFee', 'methods']);
}

function toRow(rules: readonly FeeRule[]): FeeRow {
  const [currency = '', fee = '', only = '', refundFee = ''] = rules[0] ? labelsOf(rules[0]) : [];
  const methods = [...new Set(rules.map(({ paymentMethodType }) => paymentMethodType))].join(', ');
  return { currency, fee, only, refundFee, methods };
}

function labelsOf({ currency, ratePpm, fixed, refundFixed, ...rule }: FeeRule): string[] {
  const conditions = [
    rule.provider ?? [],
    rule.brand ?? [],
    rule.isOnUs === null ? [] : rule.isOnUs ? 'on us' : 'not on us',
    rule.isInternational === null ? [] : rule.isInternational ? 'international' : 'domestic',
  ].flat();
  const fee = `${percentOf(ratePpm)} + ${decimalOf({ amount: fixed, currency })}`;
  return [currency, fee, conditions.join(', '), decimalOf({ amount: refundFixed, currency })];
}

/** Parts per million as people read them: 27500 is `2.75 %`. */
export const percentOf = (ppm: number): string => `${Number((ppm / 10_000).toFixed(4))} %`;
