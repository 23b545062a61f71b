import type { Writable } from 'node:stream';
import { reportNames, rowsOfReport } from '@mizan/contracts';
import { Argument, Command } from 'commander';
import { downloadFile } from '../api/download-file.ts';
import { settingsOf } from '../api/settings.ts';
import { CommandError } from '../terminal/command-error.ts';
import { example } from '../terminal/help.ts';
import { withOutputFile, writeTo } from '../terminal/output.ts';
import { printNotice } from '../terminal/print.ts';
import { printablePieces } from '../terminal/printable.ts';

interface ReportOptions {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly output?: string;
}

/** Long enough for any end line, bytes. */
const endMaxBytes = 64;
const progressEveryMs = 1_000;
const mib = 1024 ** 2;

/** `mizan reports`: downloads a report as CSV. */
export function reportsCommand(): Command {
  return new Command('reports')
    .description('download a report as CSV (merchant)')
    .addArgument(new Argument('<name>', 'what the report is of').choices(reportNames))
    .requiredOption('--from <time>', 'first day, such as 2026-01-01, or a time such as 2026-01-01T10:00:00Z')
    .requiredOption('--to <time>', 'the day after the last one, or the time before which rows are reported')
    .option('--timezone <name>', 'where days start and end, such as Africa/Cairo', 'UTC')
    .option('--output <file>', 'where to write it; standard output by default')
    .addHelpText(
      'after',
      `${example('reports payments --from 2026-01-01 --to 2026-02-01 --timezone Africa/Cairo --output january.csv')}

Progress is printed on standard error. A file appears under its name when it is complete; an interrupted
download ends with exit code 1. An API key downloads one report at a time.`,
    )
    .action(async (name: string, { output, ...period }: ReportOptions, command: Command) => {
      const { baseUrl, apiKey } = settingsOf(command);
      const path = `/reports/${name}.csv?${new URLSearchParams(period)}`;
      const pieces = downloadFile({ baseUrl, credential: apiKey() }, path);
      if (output === undefined)
        // Files and pipes get the very bytes.
        return writeReport(process.stdout.isTTY ? printablePieces(pieces) : pieces, process.stdout);
      await withOutputFile(output, (file) => writeReport(pieces, file));
    });
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
    printNotice(`${megabytes(bytes)} received…`);
  }
  const rows = rowsOfReport(end.toString('latin1'));
  if (rows === undefined)
    throw new CommandError('The report is incomplete: its end line is missing. Download it again.');
  printNotice(`${rows.toLocaleString('en-US')} rows, ${megabytes(bytes)}.`);
}

const megabytes = (bytes: number): string => `${(bytes / mib).toFixed(1)} MiB`;
