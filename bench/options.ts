import { parseArgs } from 'node:util';

/** The command line's options. */
export interface BenchOptions {
  readonly isHelp: boolean;
  /** Names of the sections to measure; all that are short when undefined. */
  readonly only: readonly string[] | undefined;
  /** The platform in one process, as `npm start -- --single` runs it. */
  readonly isSingle: boolean;
  /** Measures the long sections too. */
  readonly isFull: boolean;
  /** For how long the long sections load, seconds. */
  readonly seconds: number;
  /** Events lost in each of two outboxes, in the section about repair; rows of the report, in the section about reports. */
  readonly rows: number;
  /** Purchases whose rows are filled at most, in the section about growth. */
  readonly purchases: number;
}

/** @throws Error with a sentence that says which argument is wrong */
export function readOptions(args: readonly string[], sections: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      single: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      rows: { type: 'string', default: '1000000' },
      purchases: { type: 'string', default: '100000' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !sections.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`no section is called ${unknown.join(', ')}; there are ${sections.join(', ')}`);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(seconds) || seconds < 5) throw new Error('--seconds takes a whole number, 5 at least');
  const rows = Number(values.rows);
  if (!Number.isInteger(rows) || rows < 1_000) throw new Error('--rows takes a whole number, 1000 at least');
  const purchases = Number(values.purchases);
  if (![10_000, 100_000, 1_000_000].includes(purchases)) throw new Error('--purchases takes 10000, 100000 or 1000000');
  return { isHelp: values.help, only, isFull: values.full, isSingle: values.single, seconds, rows, purchases };
}

/** What `npm run bench -- --help` prints. */
export const helpText = (short: readonly string[], long: readonly string[]): string => `npm run bench [-- <options>]

Measures the performance goals as ratios within one run and writes bench/RESULTS.md.

  --only <names>   measures these sections, separated by commas, and leaves the file alone
  --full           measures the long sections too: about 20 minutes more
  --single         the platform in one process instead of six
  --seconds <n>    for how long the long sections load (60)
  --rows <n>       events lost in each of two outboxes, for repair; rows of the report, for reports (1000000)
  --purchases <n>  purchases whose rows are filled, for growth: 10000, 100000 or 1000000 (100000); a million takes
                   about half an hour and 40 GB
  --help           this text

Sections: ${short.join(', ')}
Long ones, measured with --only or --full: ${long.join(', ')}
`;
