import type { Writable } from 'node:stream';
import { addDays, reportNames, rowsOfReport } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { Argument, Command, Option } from 'commander';
import { downloadFile } from '../api/download-file.ts';
import { readAccountTime } from '../api/read-account-time.ts';
import { settingsOf } from '../api/settings.ts';
import { CommandError } from '../terminal/command-error.ts';
import { dayOf, isDay, isDayWord } from '../terminal/days.ts';
import { example } from '../terminal/help.ts';
import { inMiB } from '../terminal/mebibytes.ts';
import { toTimezone } from '../terminal/options.ts';
import { withOutputFile, writeTo } from '../terminal/output.ts';
import { printNotice } from '../terminal/print.ts';
import { printablePieces } from '../terminal/printable.ts';

interface Period {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

interface ReportOptions extends Partial<Period> {
  readonly timezone: string;
  readonly output?: string;
}

/** Long enough for any end line, bytes. */
const endMaxBytes = 64;
const progressEveryMs = 1_000;

/** `mizan reports`: downloads a report as CSV. */
export function reportsCommand(): Command {
  return new Command('reports')
    .description('download a report as CSV (merchant)')
    .addArgument(new Argument('<name>', 'what the report is of').choices(reportNames))
    .option(
      '--from <time>',
      'first day: yesterday, today or 2026-01-01; or a time such as 2026-01-01T10:00:00Z',
      inLatinDigits,
    )
    .option(
      '--to <time>',
      'the day after the last one, which is not reported itself: today, tomorrow or 2026-02-01; or a time',
      inLatinDigits,
    )
    .addOption(
      new Option('--timezone <name>', 'where days start and end, such as Africa/Cairo')
        .default('UTC')
        .argParser(toTimezone),
    )
    .option('--output <file>', 'where to write it; standard output by default')
    .addHelpText(
      'after',
      `${example('reports payments --from 2026-01-01 --to 2026-02-01 --timezone Africa/Cairo --output january.csv')}

Progress is printed on standard error. A file appears under its name when it is complete; an interrupted
download ends with exit code 1. An API key downloads one report at a time.`,
    )
    .action(async (name: string, { output, from, to, timezone }: ReportOptions, command: Command) => {
      // Not required options: those commander looks for before the name, and an unknown report would not be named.
      if (from === undefined) command.error("error: required option '--from <time>' not specified");
      if (to === undefined) command.error("error: required option '--to <time>' not specified");
      const period = { from, to, timezone };
      const { baseUrl, apiKey } = settingsOf(command);
      const query = new URLSearchParams(await inDays(command, period));
      const pieces = downloadFile({ baseUrl, credential: apiKey() }, `/reports/${name}.csv?${query}`);
      if (output === undefined)
        // Files and pipes get the very bytes.
        return writeReport(process.stdout.isTTY ? printablePieces(pieces) : pieces, process.stdout);
      await withOutputFile(output, (file) => writeReport(pieces, file));
    });
}

/**
 * The period with days in the place of words. Those are the days of the account, whose test clock may be ahead.
 *
 * @throws CommandError for what is no day or time, and for days without one in between: unlike other commands, the API reports the days before `to`
 */
async function inDays(command: Command, { from, to, timezone }: Period): Promise<Record<keyof Period, string>> {
  const { baseUrl, apiKey } = settingsOf(command);
  for (const [option, text] of Object.entries({ from, to }))
    if (!isDayWord(text) && !isDay(text) && !/^\d{4}-\d{2}-\d{2}T/.test(text))
      throw new CommandError(
        `--${option}: \`${text}\` is not a day such as 2026-01-31, yesterday, today or tomorrow, nor a time such as 2026-01-31T09:00:00Z.`,
      );
  const now = [from, to].some(isDayWord) ? await readAccountTime({ baseUrl, apiKey: apiKey() }) : new Date();
  const [first, end] = [dayOf(from, { now, timezone }), dayOf(to, { now, timezone })];
  if (isDay(first) && isDay(end) && first >= end)
    throw new CommandError(
      `--to must be later than --from: it is the day after the last one. For ${first} alone, use --to ${addDays(first, 1)}.`,
    );
  return { from: first, to: end, timezone };
}

/** Stops where the reader of a pipe has closed it. @throws CommandError the end line is missing */
async function writeReport(pieces: AsyncIterable<Uint8Array>, target: Writable): Promise<void> {
  let bytes = 0;
  let end = Buffer.alloc(0);
  let shownAtMs = performance.now();
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    end = Buffer.from(Buffer.concat([end, piece]).subarray(-endMaxBytes));
    if (!(await writeTo(target, piece))) return;
    if (performance.now() - shownAtMs < progressEveryMs) continue;
    shownAtMs = performance.now();
    printNotice(`${inMiB(bytes)} received…`);
  }
  const rows = rowsOfReport(end.toString('latin1'));
  if (rows === undefined)
    throw new CommandError('The report is incomplete: its end line is missing. Download it again.');
  printNotice(`${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}, ${inMiB(bytes)}.`);
}
