import { parseArgs } from 'node:util';

/** The command line's options. */
export interface BenchOptions {
  readonly isHelp: boolean;
  /** Names of the sections to measure; all that are short when undefined. */
  readonly only: readonly string[] | undefined;
  /** Measures the long sections too. */
  readonly isFull: boolean;
  /** For how long the long sections load, seconds. */
  readonly seconds: number;
  /** Events lost in each of two outboxes, in the section about repair. */
  readonly rows: number;
}

/** @throws Error with a sentence that says which argument is wrong */
export function readOptions(args: readonly string[], sections: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      rows: { type: 'string', default: '1000000' },
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
  return { isHelp: values.help, only, isFull: values.full, seconds, rows };
}

/** What `npm run bench -- --help` prints. */
export const helpText = (short: readonly string[], long: readonly string[]): string => `npm run bench [-- <options>]

Measures the performance goals as ratios within one run and writes bench/RESULTS.md.

  --only <names>   measures these sections, separated by commas, and leaves the file alone
  --full           measures the long sections too: about 20 minutes more
  --seconds <n>    for how long the long sections load (60)
  --rows <n>       events lost in each of two outboxes, for repair (1000000)
  --help           this text

Sections: ${short.join(', ')}
Long ones, measured with --only or --full: ${long.join(', ')}
`;
