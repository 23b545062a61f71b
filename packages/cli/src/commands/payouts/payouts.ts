import { PayoutStatus, type BankAccount, type OperatorPayout, type Payout } from '@mizan/contracts';
import { Command } from 'commander';
import { ApiError } from '../../api/api-error.ts';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { isForOperator } from '../../api/settings.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { example } from '../../terminal/help.ts';
import { moneyText, positiveMinorUnitsOf, withMajorUnits } from '../../terminal/money.ts';
import { choiceOption, idOf, timezoneOption, toCurrency } from '../../terminal/options.ts';
import { dateFilters, withDateOptions, withListOptions, type DateOptions, type ListOptions } from '../lists/listing.ts';
import { printList, printShown } from '../lists/print-list.ts';
import { assertForOperator, operatorFlag, type OperatorOptions } from '../lists/operator-list.ts';
import { addBankAccountCommand, shownBankAccount } from './add-bank-account.ts';
import { addOperatorPayouts } from './operator-payouts.ts';
import { twoFactorHeaders, twoFactorOption, type TwoFactorOptions } from '../two-factor.ts';

interface Filters extends ListOptions, DateOptions, OperatorOptions {
  readonly status?: string;
  readonly currency?: string;
}

interface CreateOptions extends TwoFactorOptions {
  readonly amount: string;
  readonly bankAccount: string;
  readonly descriptor?: string;
}

/** `mizan payouts`: the payouts of a merchant, and how the operator executes those of live mode. */
export function payoutCommands(): Command {
  const payouts = new Command('payouts').description(
    'list, show, create and cancel payouts, add bank accounts, and execute payouts at the bank',
  );
  const toId = idOf('po');

  withListOptions(
    withDateOptions(
      payouts
        .command('list')
        .description('list payouts, newest first')
        .addOption(choiceOption('--status <status>', 'only with this status', PayoutStatus.options))
        .option('--currency <code>', 'only in this currency', toCurrency),
    ),
  )
    .option(operatorFlag, 'live payouts of all accounts, with the operator token')
    .addHelpText('after', example('payouts list --date last:30,days', 'payouts list --operator --status PENDING'))
    .action(async ({ status, currency, ...options }: Filters, command: Command) => {
      if (isForOperator(command)) {
        assertForOperator(command);
        const list = { path: '/operator/payouts', filters: { status, currency } } as const;
        return printList(command, { list, toRow: (payout: OperatorPayout) => payout, shown: listedForOperator });
      }
      const filters = { status, currency, ...(await dateFilters(command, options)) };
      const list = { path: '/payouts', filters } as const;
      await printList(command, { list, toRow: (payout: Payout) => payout, shown: listed });
    });

  payouts
    .command('show')
    .description('show a payout')
    .argument('<payout>', 'po_…', toId)
    .addOption(timezoneOption())
    .addHelpText('after', example('payouts show po_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      printPayout(command, await sendAsMerchant<Payout>(command, `GET ${pathOf(id)}`));
    });

  payouts
    .command('create')
    .description('pay out a part of the payable balance, which mizan balance shows, to a bank account')
    .requiredOption('--amount <amount>', 'in major units of the currency of the bank account, such as 2500.00')
    .requiredOption('--bank-account <id>', 'ba_…; mizan payouts bank-accounts lists them', idOf('ba'))
    .option('--descriptor <text>', 'the text on the statement of the bank account')
    .addOption(twoFactorOption())
    .option(...yesFlags)
    .addHelpText('after', example('payouts create --amount 2500.00 --bank-account ba_…'))
    .action(createPayout);

  payouts
    .command('cancel')
    .description('cancel a payout that is PENDING: its amount is credited to the balance')
    .argument('<payout>', 'po_…', toId)
    .option(...yesFlags)
    .addHelpText('after', example('payouts cancel po_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, () => cancelQuestion(command, id));
      printPayout(command, await sendAsMerchant<Payout>(command, `POST ${pathOf(id)}/cancel`));
    });

  withListOptions(
    payouts.command('bank-accounts').description('list the bank accounts that payouts can be sent to, newest first'),
  )
    .addHelpText('after', example('payouts bank-accounts'))
    .action(async (_options: unknown, command: Command) => {
      const toRow = (account: BankAccount) => account;
      const noteIfNone = 'Add one: mizan payouts add-bank-account';
      await printList(command, { list: { path: '/bank-accounts' }, toRow, shown: shownBankAccount, noteIfNone });
    });

  addBankAccountCommand(payouts);

  addOperatorPayouts(payouts);
  return payouts;
}

async function createPayout(
  { amount: text, bankAccount: bankAccountId, descriptor, ...secondFactor }: CreateOptions,
  command: Command,
): Promise<void> {
  const account = await readBankAccount(command, bankAccountId);
  const { currency } = account;
  const amount = positiveMinorUnitsOf(text, currency);
  await confirm(command, `Pay out ${moneyText(amount, currency)} to ${labelOf(account)}?`);
  const body = { amount, currency, bankAccountId, statementDescriptor: descriptor };
  const headers = twoFactorHeaders(secondFactor);
  const request = sendAsMerchant<Payout>(command, 'POST /payouts', { body, headers });
  printPayout(command, await withMajorUnits(request).catch(namingBalance));
}

/** An error for want of money says where the balance is shown. */
function namingBalance(thrown: unknown): never {
  if (thrown instanceof ApiError && (thrown.code === 'insufficient_balance' || thrown.code === 'merchant_no_balance'))
    thrown.message += '\n  See what is payable: mizan balance';
  throw thrown;
}

async function cancelQuestion(command: Command, id: string): Promise<string> {
  const payout = await ifAllowed(sendAsMerchant<Payout>(command, `GET ${pathOf(id)}`));
  if (payout === undefined) return `Cancel ${id}?`;
  const { amount, currency, bankAccountId } = payout;
  // A bank account may be deleted once its payouts have ended.
  const account = payout.status === 'PENDING' ? await ifAllowed(readBankAccount(command, bankAccountId)) : undefined;
  return `Cancel the payout of ${moneyText(amount, currency)} to ${account ? labelOf(account) : bankAccountId}?`;
}

const readBankAccount = (command: Command, id: string) =>
  sendAsMerchant<BankAccount>(command, `GET /bank-accounts/${encodeURIComponent(id)}`);

/** `Siwa Trading, EG •••• 0002`. */
const labelOf = ({ holderName, country, last4 }: BankAccount): string => `${holderName}, ${country} •••• ${last4}`;

const pathOf = (id: string) => `/payouts/${encodeURIComponent(id)}` as const;

const money = ['amount'] as const;
const listed = {
  columns: ['id', 'createdAt', 'amount', 'currency', 'status', 'bankAccountId', 'arrivalDate', 'automatic'],
  money,
} as const;
const listedForOperator = {
  columns: ['id', 'accountId', 'amount', 'currency', 'status', 'arrivalDate', 'createdAt'],
  money,
} as const;
const shown = { columns: [...listed.columns, 'statementDescriptor', 'failureCode'], money } as const;

const printPayout = (command: Command, payout: Payout): void =>
  printShown(command, { item: payout, row: payout, shown });
