import { dateRangeOf, localDay, type Reconciliation } from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import {
  limitsOf,
  remediesOf,
  type Reconciled,
  summaryOf,
  sumTotals,
  toFindingsCsv,
  toRow,
} from '../reconciliation/describe-reconciliation.ts';
import { CommandError } from '../terminal/command-error.ts';
import { dayOf, isDay } from '../terminal/days.ts';
import { example } from '../terminal/help.ts';
import { idOf, toTimezone } from '../terminal/options.ts';
import { isJson, printJson, printNotice, printTable } from '../terminal/print.ts';
import { printable } from '../terminal/printable.ts';

interface ReconcileOptions {
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  readonly timezone: string;
  readonly account?: string;
  readonly connection?: string;
  readonly csv?: true;
}

/** `mizan reconcile`: compares what is recorded with what the providers say. */
export const reconcileCommand = (): Command =>
  new Command('reconcile')
    .description(
      'compare live payments and refunds with what the providers have recorded; exits with 1 if anything differs (operator)',
    )
    .addOption(
      new Option('--date <day>', 'of this day: yesterday, today or 2026-12-01; today by default').argParser(toDay),
    )
    .addOption(new Option('--from <day>', 'of this day and later ones').argParser(toDay).conflicts('date'))
    .addOption(
      new Option('--to <day>', 'until this day, which is included; today by default')
        .argParser(toDay)
        .conflicts('date'),
    )
    .addOption(new Option('--timezone <name>', 'in which days are meant').default('UTC').argParser(toTimezone))
    .option('--account <id>', 'only connections of this account, acct_…', idOf('acct'))
    .option('--connection <id>', 'only this connection, pvc_…', idOf('pvc'))
    .option('--csv', 'print the differences as CSV')
    .addHelpText('after', example('reconcile --date yesterday', 'reconcile --from 2026-12-01 --to 2026-12-31 --csv'))
    .action(async (options: ReconcileOptions, command: Command) => {
      const { period, days } = periodOf(options);
      const reconciled = await compareAll(command, period, options);
      const summary = summaryOf(reconciled);
      if (isJson(command)) printJson({ ...period, summary, ...reconciled });
      else if (options.csv) process.stdout.write(toFindingsCsv(reconciled.findings));
      else console.log(printable(summary));
      const { findings } = reconciled;
      if (!isJson(command) && !options.csv && findings.length > 0)
        printTable(command, findings.map(toRow), ['kind', 'account', 'charge', 'refund', 'reference', 'here', 'there']);
      const compared =
        reconciled.totals.length === 0 ? 'No provider connection has a payment or refund: ' : 'Compared: ';
      printNotice(`${compared}${days} (${options.timezone}).`);
      for (const note of [...limitsOf(reconciled.totals), ...remediesOf(findings)]) printNotice(note);
      // On standard error as well, so that it is seen beside a file.
      if (findings.length > 0)
        throw new CommandError(isJson(command) || options.csv ? summary : 'Not everything agrees.');
    });

async function compareAll(
  command: Command,
  period: { readonly from: string; readonly to: string },
  { account, connection }: ReconcileOptions,
): Promise<Reconciled> {
  const filters = {
    ...period,
    ...(account !== undefined && { accountId: account }),
    ...(connection !== undefined && { connectionId: connection }),
  };
  const pages: Reconciliation[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
    const query = new URLSearchParams({ ...filters, ...(cursor !== undefined && { cursor }) });
    pages.push(await sendAsOperator<Reconciliation>(command, `GET /operator/reconciliation?${query}`));
  }
  return {
    findings: pages.flatMap(({ findings }) => findings),
    totals: sumTotals(pages.flatMap(({ totals }) => totals)),
  };
}

/** The period in UTC, and its first and last day as they are printed. @throws CommandError it is empty, or has not started */
function periodOf({ date, from, to, timezone }: ReconcileOptions): {
  readonly period: { readonly from: string; readonly to: string };
  readonly days: string;
} {
  const now = new Date();
  const today = dateRangeOf({ last: 1 }, timezone, now);
  const days = date === undefined ? { from, to } : { from: date, to: date };
  const rangeOf = (text: string) => {
    const day = dayOf(text, { now, timezone });
    return dateRangeOf({ from: day, to: day }, timezone, now);
  };
  const period = {
    from: (days.from === undefined ? today : rangeOf(days.from)).from,
    to: (days.to === undefined ? today : rangeOf(days.to)).to,
  };
  if (period.from >= period.to)
    throw new CommandError('The period ends before it starts: --to must not be before --from.');
  if (period.from > now) throw new CommandError('The period has not started: there is nothing to compare yet.');
  const [first, last] = [period.from, new Date(period.to.getTime() - 1)].map((moment) => localDay(moment, timezone));
  return {
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    days: first === last ? `${first}` : `${first} to ${last}`,
  };
}

function toDay(typed: string): string {
  const text = inLatinDigits(typed);
  if (text === 'yesterday' || text === 'today' || isDay(text)) return text;
  throw new InvalidArgumentError('It must be yesterday, today or a day such as 2026-12-01.');
}
