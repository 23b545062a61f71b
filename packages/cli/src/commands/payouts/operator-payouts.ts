import type { Writable } from 'node:stream';
import {
  localDay,
  type OperatorPayout,
  type PayoutExport,
  PayoutFailureCode,
  type SimulatePayout,
} from '@mizan/contracts';
import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isValidBIC } from 'ibantools';
import { ApiError } from '../../api/api-error.ts';
import { hasGivenKey, idOfRun, isRepeated } from '../../api/idempotency-keys.ts';
import { sendAsOperator } from '../../api/send-request.ts';
import { settingsOf } from '../../api/settings.ts';
import { toPain001 } from '../../payouts/pain-001.ts';
import { toPayoutsCsv } from '../../payouts/payouts-csv.ts';
import { CommandError } from '../../terminal/command-error.ts';
import { isDay } from '../../terminal/days.ts';
import { example } from '../../terminal/help.ts';
import { decimalOf } from '../../terminal/money.ts';
import { choiceOption, idOf, ownTimezone, upperCase } from '../../terminal/options.ts';
import { withOutputFile, writeTo } from '../../terminal/output.ts';
import { isJson, printNotice, printRecord } from '../../terminal/print.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { ibanOf } from './iban-of.ts';
import {
  executionDoubt,
  failQuestion,
  markPaidQuestion,
  onlyOf,
  payableStatuses,
  readPayouts,
  sumsOf,
} from './payout-questions.ts';

interface FailOptions {
  readonly reason: string;
  readonly returned?: true;
}

interface ExportOptions {
  readonly format: 'csv' | 'pain001';
  readonly output?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly export?: string;
  readonly debtorName?: string;
  readonly debtorIban?: string;
  readonly debtorBic?: string;
}

/** Adds how the operator executes live payouts at the bank. */
export function addOperatorPayouts(payouts: Command): void {
  payouts
    .command('export')
    .description('give pending payouts to the bank: writes a file, and they become IN_TRANSIT (operator)')
    .addOption(
      choiceOption('--format <format>', 'a table, or ISO 20022 pain.001.001.09', ['csv', 'pain001']).default('csv'),
    )
    .option('--output <file>', 'where to write it; standard output by default')
    .option('--currency <code>', 'only payouts in this currency', upperCase)
    .addOption(
      new Option('--date <day>', 'when the bank is to execute them, such as 2026-12-01; today by default').argParser(
        toExecutionDay,
      ),
    )
    .option('--export <id>', 'write an earlier export again, whose ID was printed')
    .addOption(
      new Option('--debtor-name <name>', 'of pain001: holder of the account that pays').env('MIZAN_DEBTOR_NAME'),
    )
    .addOption(new Option('--debtor-iban <iban>', 'of pain001: the account that pays').env('MIZAN_DEBTOR_IBAN'))
    .addOption(new Option('--debtor-bic <bic>', 'of pain001: BIC of its bank').env('MIZAN_DEBTOR_BIC'))
    .addHelpText(
      'after',
      `\nThe ID of the export is printed first, unless nothing is pending. If the command fails, repeat it with --export and that ID: it writes the same payouts, without those that were marked as paid or failed since.\nThe file has IBANs in it. Delete it when the bank has it.\n${example('payouts export --format pain001 --date 2026-12-01 --output payouts.xml')}`,
    )
    .action(async (options: ExportOptions, command: Command) => {
      if (!isRepeated(command)) assertNotPast(options); // the day of the first run may be over
      assertNoOwnKey(command);
      const render = rendererOf(options);
      settingsOf(command).operatorToken(); // without it there is no export whose ID could be printed
      const write = async (target: Writable) => {
        if (options.export === undefined && !hasGivenKey(command) && !(await isAnyPending(command, options)))
          return printNotice(nothingPending(options));
        const exported = await exportPayouts(command, options);
        const executable = withoutEnded(exported);
        const file = render(executable);
        if (file === undefined) return printNotice(nothingToWrite(options, exported));
        if (!(await writeTo(target, file)))
          throw new CommandError(
            `The file is incomplete: its reader has closed the pipe. The payouts are IN_TRANSIT. Write the file again with --export ${exported.id}`,
          );
        printNotice(describe(executable));
      };
      await (options.output === undefined ? write(process.stdout) : withOutputFile(options.output, write));
    });

  payouts
    .command('mark-paid')
    .description('record that the bank has executed payouts of live mode (operator)')
    .argument('<payouts...>', 'po_…', collectPayoutId)
    .option(...yesFlags)
    .addHelpText('after', example('payouts mark-paid po_… po_…'))
    .action(async (ids: string[], _options: unknown, command: Command) => {
      const subject = await readPayouts(command, ids);
      const doubt = executionDoubt(subject);
      const question = async () => markPaidQuestion(subject, await payableStatuses(command, subject));
      const isConfirmed = await confirm(command, question, { doubt });
      const recorded: string[] = [];
      try {
        await markPaid(command, ids, recorded);
      } finally {
        const early = isConfirmed ? undefined : executionDoubt(onlyOf(subject, recorded));
        if (early !== undefined) printNotice(`${early} Recorded as paid anyway.`);
      }
    });

  payouts
    .command('fail')
    .description(
      'record that the bank has not executed a payout of live mode, or has returned its money: its amount is credited to the balance (operator)',
    )
    .argument('<payout>', 'po_…', idOf('po'))
    .addOption(choiceOption('--reason <code>', 'why', PayoutFailureCode.options).makeOptionMandatory())
    .option('--returned', 'the bank had executed it, and has returned its money')
    .option(...yesFlags)
    .addHelpText('after', example('payouts fail po_… --reason account_closed'))
    .action(async (id: string, { reason: failureCode, returned }: FailOptions, command: Command) => {
      await confirm(command, async () => failQuestion(await readPayouts(command, [id]), returned === true));
      const line = `POST /operator/payouts/${encodeURIComponent(id)}/fail` as const;
      const request = sendAsOperator<OperatorPayout>(command, line, {
        body: { failureCode, ...(returned && { returned }) },
      });
      printPayout(command, await request.catch(namingTestMode(id, 'fail')));
    });
}

/**
 * Records payouts as paid, one after the other.
 *
 * @param recorded receives the ID of each one that is recorded
 * @throws CommandError of the first one that is not, with those that follow it, which are left out
 */
async function markPaid(command: Command, ids: readonly string[], recorded: string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const line = `POST /operator/payouts/${encodeURIComponent(id)}/mark-paid` as const;
    // A repeated run may name only those that were not recorded.
    const request = sendAsOperator<OperatorPayout>(command, line, { body: {}, subject: id });
    const payout = await request.catch(namingTestMode(id, 'pay')).catch(namingLeftOut(id, ids.slice(index + 1)));
    recorded.push(id);
    printPayout(command, payout);
  }
}

const namingLeftOut =
  (id: string, leftOut: readonly string[]) =>
  (thrown: unknown): never => {
    if (thrown instanceof CommandError && leftOut.length > 0)
      thrown.message += `\n  Stopped at ${id}. Left out: ${leftOut.join(', ')}`;
    throw thrown;
  };

/** The operator finds no payouts of test mode, where no bank is involved: the error says what to do with those. */
const namingTestMode =
  (id: string, outcome: SimulatePayout['outcome']) =>
  (thrown: unknown): never => {
    if (thrown instanceof ApiError && thrown.code === 'resource_missing')
      thrown.message += `\n  Only payouts of live mode are found. In test mode: POST /test-helpers/payouts/${id}/simulate {"outcome":"${outcome}"}, with a test key.`;
    throw thrown;
  };

const collectPayoutId = (text: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  idOf('po')(text),
];

/** Parser of `--date`. */
function toExecutionDay(typed: string): string {
  const text = inLatinDigits(typed);
  if (isDay(text)) return text;
  throw new InvalidArgumentError(`\`${text}\` is not a day: write one that is not in the past, such as 2026-12-01.`);
}

/** @throws CommandError for a day that is over everywhere: here and in UTC, whose day the platform takes by default */
function assertNotPast({ date, export: earlier }: ExportOptions): void {
  if (date === undefined || earlier !== undefined) return; // an earlier export keeps its day
  const now = new Date();
  if (date < localDay(now, 'UTC') && date < localDay(now, ownTimezone()))
    throw new CommandError(`--date: ${date} is in the past. The bank can execute payouts today or later.`);
}

/** An export is kept for ever, so that the key of a job would write the first one each time. @throws CommandError for such a key */
function assertNoOwnKey(command: Command): void {
  if (hasGivenKey(command) && !isRepeated(command))
    throw new CommandError(
      'An export takes no key of your own. If the command fails, repeat it with --export and the ID that it has printed.',
    );
}

/** Whether there is something to take: an export of nothing needs no ID, which must be printed before anything is taken. */
async function isAnyPending(command: Command, { currency }: ExportOptions): Promise<boolean> {
  const query = new URLSearchParams({ status: 'PENDING', limit: '1', ...(currency !== undefined && { currency }) });
  const { data } = await sendAsOperator<{ data: readonly unknown[] }>(command, `GET /operator/payouts?${query}`);
  return data.length > 0;
}

const nothingPending = ({ currency }: ExportOptions): string =>
  `There is nothing to export: no payout of live mode${currency === undefined ? '' : ` in ${currency}`} is pending.`;

function nothingToWrite(options: ExportOptions, { payouts }: PayoutExport): string {
  if (payouts.length > 0) return 'No file is written: no payout of the export is IN_TRANSIT.';
  return options.export === undefined ? nothingPending(options) : 'The export has no payouts.';
}

/** Takes pending payouts, or reads again what an earlier export has taken. */
async function exportPayouts(command: Command, { export: earlier, currency, date }: ExportOptions) {
  const id = earlier ?? `exp_${idOfRun(command)}`;
  printNotice(`Export ${id}`);
  // An ID that is mistyped must not take other payouts.
  const existing = earlier !== undefined;
  const body = { currency, executionDate: date, existing };
  const line = `PUT /operator/payout-exports/${encodeURIComponent(id)}` as const;
  return sendAsOperator<PayoutExport>(command, line, { body }).catch((thrown: unknown) => {
    if (existing && thrown instanceof ApiError && thrown.code === 'resource_missing')
      thrown.message = `No export ${id}: no payout was taken. Leave --export out to create one.`;
    throw thrown;
  });
}

/** @throws CommandError what the format needs is missing or wrong: before any payout is exported */
function rendererOf(options: ExportOptions): (exported: PayoutExport) => string | undefined {
  if (options.format === 'csv')
    return (exported) => (exported.payouts.length === 0 ? undefined : toPayoutsCsv(exported));
  const { debtorName: name, debtorIban, debtorBic } = options;
  if (!name || !debtorIban) {
    const missing = [...(name ? [] : ['name']), ...(debtorIban ? [] : ['iban'])];
    const names = missing.map((part) => `--debtor-${part}`).join(' and ');
    const variables = missing.map((part) => `MIZAN_DEBTOR_${part.toUpperCase()}`).join(' and ');
    throw new CommandError(`pain001 needs ${names}, or ${variables}: the account that pays.`);
  }
  const iban = ibanOf('--debtor-iban', debtorIban);
  const bic = debtorBic?.trim().toUpperCase();
  if (bic && !isValidBIC(bic)) throw new CommandError(`--debtor-bic: ${debtorBic} is not a BIC, such as NBEGEGCX.`);
  return (exported) => toPain001(exported, { name, iban, bic });
}

/**
 * An export without what has ended since it was created. A bank that has its first file refuses a pain.001 with the same ID, but
 * not a table; and one that never received it would pay what was credited since.
 *
 * @throws CommandError a replica of an earlier version has answered, which does not say how payouts stand
 */
function withoutEnded(exported: PayoutExport): PayoutExport {
  const { IN_TRANSIT: payouts = [], ...ended } = Object.groupBy(exported.payouts, ({ status }) => status);
  if ('undefined' in ended)
    throw new CommandError(
      `No file is written: the platform is being upgraded, and its answer does not say which payouts have ended. The payouts are IN_TRANSIT. When the upgrade is done, write the file with --export ${exported.id}`,
    );
  const counts = Object.entries(ended).map(([status, some]) => `${some.length} ${status}`);
  const credited = Object.keys(ended).some((status) => status !== 'PAID');
  if (counts.length > 0)
    printNotice(
      `Left out of the file: ${counts.join(', ')}.${credited ? ' Money that was not paid is in the balance again.' : ''}`,
    );
  return { ...exported, payouts };
}

function describe({ payouts, executionDate }: PayoutExport): string {
  return `${sumsOf(payouts).join('; ')}, to be executed on ${executionDate}. Then: mizan payouts mark-paid <id>, or mizan payouts fail <id> --reason <code>`;
}

function printPayout(command: Command, payout: OperatorPayout): void {
  const { id, accountId, currency, status, failureCode } = payout;
  const brief = { id, accountId, amount: decimalOf(payout), currency, status, failureCode };
  printRecord(command, isJson(command) ? payout : brief);
}
