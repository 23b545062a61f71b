import type { ExchangeRate, ExchangeRateChanges } from '@mizan/contracts';
import type { Command } from 'commander';
import { readPages } from '../../api/read-list.ts';
import { ifAllowed, sendAsOperator } from '../../api/send-request.ts';
import { confirm, type YesOption } from '../../terminal/confirm.ts';

type Mode = 'live' | 'test';

interface NewRate {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  /** Both, where it is left out. */
  readonly mode: Mode | undefined;
}

type CurrentRate = Pick<ExchangeRate, 'rate' | 'livemode'>;

/** A step by more than this factor, up or down, is more likely a typing error than a market. */
const factorMax = 2;

/**
 * Asks before a rate takes effect, for every account at once. A rate that is far from the one that applies now is doubted.
 *
 * @throws CommandError if it is not confirmed
 */
export async function confirmRate(
  command: Command,
  { yes, ...wanted }: NewRate & { readonly yes: YesOption['yes'] },
): Promise<void> {
  if (yes) return;
  const current = await readCurrent(command, wanted);
  const far = current?.find((each) => isFar(wanted.rate, each.rate));
  await confirm(questionOf(wanted, current), { yes, doubt: far && doubtOf(wanted, far) });
}

/**
 * Asks before all rates of a file take effect. The first that is far from the one that applies now is doubted.
 *
 * @param changes of a dry run
 * @throws CommandError if it is not confirmed
 */
export async function confirmRates(command: Command, { changes }: Pick<ExchangeRateChanges, 'changes'>): Promise<void> {
  const current = (await ifAllowed(readAllCurrent(command))) ?? new Map<string, ExchangeRate>();
  const doubts = changes.flatMap((change) => {
    const before = current.get(placeOf(change));
    return before && isFar(change.rate, before.rate) ? [doubtOf(change, before)] : [];
  });
  const modes = [...new Set(changes.map(modeOf))].join(' and ');
  await confirm(`Set ${changes.length} rates in ${modes} mode?`, { yes: undefined, doubt: doubts[0] });
}

async function readAllCurrent(command: Command): Promise<Map<string, ExchangeRate>> {
  const current = new Map<string, ExchangeRate>();
  for await (const { data } of readPages<ExchangeRate>(command, { path: '/operator/exchange-rates' }))
    for (const rate of data) current.set(placeOf(rate), rate);
  return current;
}

const placeOf = ({ base, quote, livemode }: Pick<ExchangeRate, 'base' | 'quote' | 'livemode'>): string =>
  [base, quote, livemode].join(' ');

/** The rates that apply now, what test mode came with included; undefined where they may not be read. */
async function readCurrent(
  command: Command,
  { base, quote, mode }: NewRate,
): Promise<readonly ExchangeRate[] | undefined> {
  const query = new URLSearchParams({ base, quote, ...(mode && { mode }) });
  const line = `GET /operator/exchange-rates?${query}` as const;
  return (await ifAllowed(sendAsOperator<{ data: ExchangeRate[] }>(command, line)))?.data;
}

/** `Set 1 USD = 50 EGP in live and test mode? Now it is 48.5 in test mode, and not set in live mode.` */
function questionOf({ base, quote, rate, mode }: NewRate, current: readonly ExchangeRate[] | undefined): string {
  const modes: readonly Mode[] = mode ? [mode] : ['live', 'test'];
  const question = `Set 1 ${base} = ${rate} ${quote} in ${modes.join(' and ')} mode?`;
  if (current === undefined) return question;
  const parts = modes.map((each) => {
    const found = current.find((candidate) => modeOf(candidate) === each);
    return `${found ? `${found.rate}${found.isStale ? ' (stale)' : ''}` : 'not set'} in ${each} mode`;
  });
  return `${question} Now it is ${parts.join(', and ')}.`;
}

const isFar = (rate: number, before: number): boolean => rate > before * factorMax || rate * factorMax < before;

/** `1 USD = 485 EGP is 10 times the rate that applies in live mode now, 48.5.` */
function doubtOf({ base, quote, rate }: Omit<NewRate, 'mode'>, current: CurrentRate): string {
  const step =
    rate > current.rate ? `${rounded(rate / current.rate)} times` : `${rounded((rate / current.rate) * 100)} % of`;
  return `1 ${base} = ${rate} ${quote} is ${step} the rate that applies in ${modeOf(current)} mode now, ${current.rate}.`;
}

const modeOf = ({ livemode }: Pick<ExchangeRate, 'livemode'>): Mode => (livemode ? 'live' : 'test');

/** To three digits: `10`, `2.05`, `0.0206`. */
const rounded = (value: number): string => String(Number(value.toPrecision(3)));
