import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultMix, type JourneyName, type Mix } from './journeys.ts';

export interface SimulateOptions {
  readonly rate: number;
  readonly duration: number;
  /** Undefined: as many as the limits of one account ask for. */
  readonly merchants?: number;
  readonly mix: Mix;
  readonly seed: number;
  readonly rollingRestarts: number;
  readonly busOutage: number;
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
        'restart every replica of every service so often meanwhile; traffic lasts at least as long',
        0,
        0,
        1_000,
      ),
    )
    .addOption(
      number('--bus-outage <seconds>', 'then let the bus hang for so long and be restarted; 0 for never', 0, 0, 3_600),
    )
    .addOption(number('--patience <seconds>', 'how long effects may be on their way at the end', 60, 0, 3_600))
    .option('--strict', 'end with 1 when anything was answered with 5xx, not at all, or an effect is missing')
    .option('--json', 'print only the result, as JSON')
    .addHelpText('after', '\nWith MIZAN_REPLICAS=2 npm start, a rolling restart leaves every service answering.');

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
      throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`);
    return value;
  });

const describeMix = (mix: Mix): string =>
  Object.entries(mix)
    .map(([name, weight]) => `${name}=${weight}`)
    .join(',');

/** Journeys that are not named do not happen. */
function parseMix(text: string): Mix {
  const given = text.split(',').map((part) => part.split('='));
  const mix = Object.fromEntries(Object.keys(defaultMix).map((name) => [name, 0])) as Record<JourneyName, number>;
  for (const [name = '', weight] of given) {
    if (!(name in mix) || !(Number(weight) >= 0))
      throw new InvalidArgumentError(`It is like ${describeMix(defaultMix)}.`);
    mix[name as JourneyName] = Number(weight);
  }
  if (Object.values(mix).every((weight) => weight === 0)) throw new InvalidArgumentError('Something must happen.');
  return mix;
}
