import type { ExchangeRate, ExchangeRateChanges } from '@mizan/contracts';
import type { Command } from 'commander';
import { readPages } from '../../api/read-list.ts';
import { ifAllowed } from '../../api/if-readable.ts';
import { confirm } from '../confirm.ts';

type Change = Pick<ExchangeRateChanges['changes'][number], 'base' | 'quote' | 'livemode' | 'rate'>;

/** The rates that apply now, what test mode came with included, by pair and mode; undefined where they may not be read. */
type CurrentRates = ReadonlyMap<string, ExchangeRate> | undefined;

/** A step by more than this factor, up or down, is more likely a typing error than a market. */
const factorMax = 2;

/**
 * Asks before rates take effect, for every account at once. What is far from the rate that applies now is doubted.
 *
 * @param changes of a dry run
 * @throws CommandError if it is not confirmed
 */
export async function confirmRates(
  command: Command,
  { changes }: { readonly changes: readonly Change[] },
): Promise<void> {
  const current = await ifAllowed(readCurrent(command, changes));
  await confirm(command, questionOf(changes, current), { doubt: doubtOf(changes, current) });
}

async function readCurrent(command: Command, changes: readonly Change[]): Promise<CurrentRates> {
  const [pair, ...otherPairs] = pairsOf(changes);
  const [mode, ...otherModes] = modesOf(changes);
  const filters = {
    ...(otherPairs.length === 0 && { base: pair?.base, quote: pair?.quote }),
    ...(otherModes.length === 0 && { mode }),
  };
  const current = new Map<string, ExchangeRate>();
  for await (const { data } of readPages<ExchangeRate>(command, { path: '/operator/exchange-rates', filters }))
    for (const rate of data) current.set(placeOf(rate), rate);
  return current;
}

/** `Set 1 USD = 50 EGP in live and test mode? Now it is 48.5 in test mode, and not set in live mode.`, `Set 12 rates in live mode?` */
function questionOf(changes: readonly Change[], current: CurrentRates): string {
  const [pair, ...others] = pairsOf(changes);
  const mode = `${modesOf(changes).join(' and ')} mode`;
  if (pair === undefined || others.length > 0) return `Set ${pairsOf(changes).length} rates in ${mode}?`;
  const question = `Set 1 ${pair.base} = ${pair.rate} ${pair.quote} in ${mode}?`;
  if (current === undefined) return question;
  const parts = modesOf(changes).map((each) => {
    const found = current.get(placeOf({ ...pair, livemode: each === 'live' }));
    return `${found ? `${found.rate}${found.isStale ? ' (stale)' : ''}` : 'not set'} in ${each} mode`;
  });
  return `${question} Now it is ${parts.join(', and ')}.`;
}

/** `1 USD = 485 EGP is 10 times the rate that applies in live mode now, 48.5.`; undefined where none is far. */
function doubtOf(changes: readonly Change[], current: CurrentRates): string | undefined {
  const far = changes.flatMap((change) => {
    const before = current?.get(placeOf(change))?.rate;
    return before !== undefined && isFar(change.rate, before) ? [{ ...change, before }] : [];
  });
  const [first] = far;
  if (first === undefined) return undefined;
  const { base, quote, rate, before } = first;
  const step = rate > before ? `${rounded(rate / before)} times` : `${rounded((rate / before) * 100)} % of`;
  const doubt = `1 ${base} = ${rate} ${quote} is ${step} the rate that applies in ${modeOf(first)} mode now, ${before}.`;
  const others = pairsOf(far).length - 1;
  if (others === 0) return doubt;
  return `${doubt} ${others === 1 ? '1 other rate is' : `${others} other rates are`} also more than twice or less than half of the current one.`;
}

const isFar = (rate: number, before: number): boolean => rate > before * factorMax || rate * factorMax < before;

const placeOf = ({ base, quote, livemode }: Omit<Change, 'rate'>): string => [base, quote, livemode].join(' ');

/** One change of each pair of currencies. */
const pairsOf = <Each extends Change>(changes: readonly Each[]): Each[] => [
  ...new Map(changes.map((change) => [`${change.base} ${change.quote}`, change])).values(),
];

const modeOf = ({ livemode }: Pick<Change, 'livemode'>) => (livemode ? 'live' : 'test');

const modesOf = (changes: readonly Change[]) => [...new Set(changes.map(modeOf))].sort();

/** To three digits: `10`, `2.05`, `0.0206`. */
const rounded = (value: number): string => String(Number(value.toPrecision(3)));
