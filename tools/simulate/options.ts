import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultMix, type JourneyName, type Mix } from './journeys.ts';

export interface SimulateOptions {
  readonly rate: number;
  readonly duration: number;
  /** Undefined: one for every ten requests a second. */
  readonly merchants?: number;
  readonly mix: Mix;
  readonly seed: number;
  readonly rollingRestarts: number;
  readonly busOutage: number;
  /** How often something is killed. */
  readonly chaos: number;
  /** Tries histories of money instead of traffic. */
  readonly moneyHistories?: true;
  readonly histories: number;
  /** Lets so many buyers pay while a provider fails, instead of traffic. */
  readonly failover?: number;
  /** Seconds to wait for the last effects. */
  readonly patience: number;
  readonly strict?: true;
  readonly json?: true;
}

/** The command line of `npm run simulate`. */
export const simulateCommand = (): Command =>
  new Command('simulate')
    .description('Continuous realistic traffic against the stack that `npm start` runs, reconciled at the end.')
    .addOption(number('--rate <n>', 'requests a second', 10, 0.1, 1_000))
    .addOption(number('--duration <seconds>', 'how long; 0 until Ctrl-C', 60, 0, 1e9))
    .addOption(number('--merchants <n>', 'accounts to use; one for ten requests a second', undefined, 1, 100))
    .addOption(
      new Option('--mix <weights>', `journeys by weight, such as ${describeMix(defaultMix)}`)
        .argParser(parseMix)
        .default(defaultMix, describeMix(defaultMix)),
    )
    .addOption(number('--seed <n>', 'decides what buyers choose', 1, 0, 2 ** 32))
    .addOption(
      number(
        '--rolling-restarts <times>',
        'how often to restart every replica of every service; traffic continues until all are done',
        0,
        0,
        1_000,
      ),
    )
    .addOption(
      number(
        '--bus-outage <seconds>',
        'after that, how long the bus hangs before it is restarted; 0 for never',
        0,
        0,
        3_600,
      ),
    )
    .addOption(
      number(
        '--chaos <kills>',
        'after that, how often to kill a service, the bus or the database with SIGKILL; once the bus loses its store',
        0,
        0,
        1_000,
      ),
    )
    .addOption(number('--patience <seconds>', 'how long to wait for the last effects at the end', 60, 0, 3_600))
    .option(
      '--money-histories',
      'instead of traffic: random histories of payments, captures, refunds, disputes and payouts whose provider approves late and twice; needs no running stack',
    )
    .addOption(number('--histories <n>', 'how many of them', 10_000, 1, 10_000_000))
    .addOption(
      number(
        '--failover <buyers>',
        'instead of traffic: buyers pay while their first provider is unreachable, fails and recovers; needs no running stack',
        undefined,
        1,
        100_000,
      ),
    )
    .option('--strict', 'exit with 1 when an effect is missing or, without --chaos, a request got 5xx or no response')
    .option('--json', 'print only the result, as JSON')
    .addHelpText(
      'after',
      '\nWith MIZAN_REPLICAS=2 npm start, every service keeps answering during a rolling restart.\n--chaos 24 takes about 100 seconds.',
    );

const number = (
  flags: string,
  description: string,
  byDefault: number | undefined,
  least: number,
  most: number,
): Option =>
  new Option(flags, description).default(byDefault).argParser((text) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < least || value > most)
      throw new InvalidArgumentError(`Give a number from ${least} to ${most}.`);
    return value;
  });

const describeMix = (mix: Mix): string =>
  Object.entries(mix)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(',');

/** Journeys that are not named have weight 0. */
function parseMix(text: string): Mix {
  const given = text.split(',').map((part) => part.split('='));
  const mix = Object.fromEntries(Object.keys(defaultMix).map((name) => [name, 0])) as Record<JourneyName, number>;
  for (const [name = '', weight] of given) {
    if (!(name in mix) || !(Number(weight) >= 0))
      throw new InvalidArgumentError(`Give weights like ${describeMix(defaultMix)}.`);
    mix[name as JourneyName] = Number(weight);
  }
  if (Object.values(mix).every((weight) => weight === 0))
    throw new InvalidArgumentError('At least one weight must be above 0.');
  return mix;
}
