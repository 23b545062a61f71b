import type { CheckoutSession, PaymentLink, PaymentLinkListItem } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { ifAllowed, ifReadable } from '../api/if-readable.ts';
import { sendAsMerchant } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { amountCurrencyOf, amountCurrencyOption, type AmountCurrency } from './amount-currency.ts';
import { confirm, yesFlags } from './confirm.ts';
import { example } from '../terminal/help.ts';
import { moneyText, positiveMinorUnitsOf, withMajorUnits } from '../terminal/money.ts';
import { choiceOption, idOf, timezoneOption, toTimestamp, wholeNumberOf } from '../terminal/options.ts';
import { isJson } from '../terminal/print.ts';
import {
  amountFilter,
  dateFilters,
  withAmountOptions,
  withDateOptions,
  withListOptions,
  type AmountOptions,
  type DateOptions,
  type ListOptions,
} from './lists/listing.ts';
import { itemsText } from './items-text.ts';
import { readClosures } from './link-closures.ts';
import { printList, printShown } from './lists/print-list.ts';
import { checkoutsOf } from './payments/payment-checkout.ts';

interface Filters extends ListOptions, DateOptions, AmountOptions {
  readonly active?: string;
  readonly search?: string;
}

interface CreateOptions extends AmountCurrency {
  readonly price?: string;
  readonly name?: string;
  readonly amount?: string;
  readonly quantity: number;
  readonly expiresAt?: string;
  readonly maxPayments?: number;
}

/** `mizan links`: the payment links of a merchant. */
export function linkCommands(): Command {
  const links = new Command('links').description('list, show, create and deactivate payment links');

  withListOptions(
    withDateOptions(
      withAmountOptions(
        links
          .command('list')
          .description('list payment links, newest first')
          .addOption(choiceOption('--active <switch>', 'only active or inactive links', ['true', 'false']))
          .option('--search <text>', 'only with this text in the ID or in a product'),
      ),
    ),
  )
    .addHelpText('after', example('links list --active true --search soap'))
    .action(async ({ active, search, amount, currency, ...options }: Filters, command: Command) => {
      const amounts = await amountFilter(command, { amount, currency });
      const filters = {
        ...{ active, search },
        amount: amounts?.amount,
        ...(await dateFilters(command, options)),
      };
      const matches = amounts && ((link: PaymentLinkListItem) => link.currency === amounts.currency);
      const toRow = (link: PaymentLinkListItem) => ({ ...briefOf(link), payments: link.successfulTransactions });
      await printList(command, { list: { path: '/payment-links', filters }, toRow, shown: listed, matches });
    });

  links
    .command('show')
    .description('show a payment link with its URL, and how many payments it had')
    .argument('<id>', 'plink_…', idOf('plink'))
    .addOption(timezoneOption())
    .addHelpText('after', example('links show plink_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      const link = await sendAsMerchant<PaymentLink>(command, `GET ${pathOf(id)}`);
      if (isJson(command)) return printLink(command, link);
      const use = await readUse(command, link);
      printLink(command, link, { ...use, closures: await readClosures(command, link) });
    });

  links
    .command('create')
    .description('create a payment link for a price, or for something with a name and an amount')
    .option('--price <id>', 'price_… of the catalog', idOf('price'))
    .option('--name <text>', 'what is paid for, without a price')
    .option('--amount <amount>', 'in major units, such as 249.50, without a price')
    .addOption(amountCurrencyOption('--amount'))
    .addOption(new Option('--quantity <n>', 'how many').default(1).argParser(wholeNumberOf('pieces')))
    .option(
      '--expires-at <time>',
      'when it stops to open checkouts, such as 2026-12-31T18:00Z; a day alone is its start in UTC',
      toTimestamp,
    )
    .option('--max-payments <n>', 'how many can be paid with it', wholeNumberOf('payments'))
    .addHelpText(
      'after',
      example(
        'links create --name "Olive oil, 500 ml" --amount 249.50',
        'links create --price price_… --quantity 2 --max-payments 1 --expires-at 2026-12-31T18:00Z',
      ),
    )
    .action(async (options: CreateOptions, command: Command) => {
      const { quantity, expiresAt, maxPayments: maxCompletions } = options;
      const body = { lineItems: [{ ...(await whatIsSold(command, options)), quantity }], expiresAt, maxCompletions };
      const request = sendAsMerchant<PaymentLink>(command, 'POST /payment-links', { body });
      printLink(command, await withMajorUnits(request));
    });

  links
    .command('deactivate')
    .description('deactivate a payment link: it opens no more checkouts')
    .argument('<id>', 'plink_…', idOf('plink'))
    .option(...yesFlags)
    .addHelpText('after', example('links deactivate plink_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, () => deactivateQuestion(command, id));
      const body = { active: false };
      printLink(command, await sendAsMerchant<PaymentLink>(command, `PATCH ${pathOf(id)}`, { body }));
    });
  return links;
}

const pathOf = (id: string) => `/payment-links/${encodeURIComponent(id)}` as const;

async function deactivateQuestion(command: Command, id: string): Promise<string> {
  const link = await ifAllowed(sendAsMerchant<PaymentLink>(command, `GET ${pathOf(id)}`));
  if (link === undefined) return `Deactivate ${id}?`;
  const { items, amount, currency } = briefOf(link);
  return `Deactivate the link for ${items}, ${moneyText(amount, currency)}? It opens no more checkouts.`;
}

/** @throws CommandError for a price with an amount, for neither, and for an amount of zero, which gives goods away */
async function whatIsSold(command: Command, { price, name, amount, currency: given }: CreateOptions): Promise<object> {
  if (price !== undefined) {
    if (name !== undefined || amount !== undefined || given !== undefined)
      throw new CommandError('Use either --price, which has a currency, or --name and --amount.');
    return { price };
  }
  if (name === undefined || amount === undefined)
    throw new CommandError('Say what is paid for: --price, or --name and --amount.');
  const currency = await amountCurrencyOf(command, { currency: given });
  return { priceData: { currency, unitAmount: positiveMinorUnitsOf(amount, currency), productData: { name } } };
}

const listed = {
  columns: ['id', 'createdAt', 'active', 'amount', 'currency', 'items', 'payments', 'expiresAt'],
  money: ['amount'],
} as const;
const shown = {
  columns: ['id', 'url', 'active', 'amount', 'currency', 'items', 'expiresAt', 'payments', 'maxPayments'],
  money: ['amount'],
} as const;

function briefOf({
  id,
  createdAt,
  active,
  computedAmount,
  currency,
  lineItems,
  expiresAt,
}: Omit<PaymentLinkListItem, 'successfulTransactions'>) {
  return { id, createdAt, active, amount: computedAmount, currency, items: itemsText(lineItems), expiresAt };
}

/** How a link was used so far, as far as it can be read. */
interface Use {
  readonly payments: number | undefined;
  readonly isUsedUp: boolean;
}

async function readUse(command: Command, { id, maxCompletions }: PaymentLink): Promise<Use> {
  const payments = await ifReadable('The payments of the link', readPaymentCount(command, id));
  if (maxCompletions === null) return { payments, isUsedUp: false };
  if (payments !== undefined && payments >= maxCompletions) return { payments, isUsedUp: true };
  const taken = await ifReadable('The checkouts of the link', countTaken(command, id, maxCompletions));
  return { payments, isUsedUp: taken !== undefined && taken >= maxCompletions };
}

/** Only the list has it. @returns undefined if the search does not find the link */
async function readPaymentCount(command: Command, id: string): Promise<number | undefined> {
  const query = new URLSearchParams({ search: id });
  const { data } = await sendAsMerchant<{ data: PaymentLinkListItem[] }>(command, `GET /payment-links?${query}`);
  return data.find((link) => link.id === id)?.successfulTransactions;
}

/** Complete checkouts of a link. One whose transfer is still missing takes a place as well, until its payment has failed. */
async function countTaken(command: Command, id: string, max: number): Promise<number> {
  const { path, filters } = checkoutsOf(id);
  const read = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...filters, status: 'complete', ...more });
    return sendAsMerchant<{ data: CheckoutSession[]; totalCount: number }>(command, `GET ${path}?${query}`);
  };
  const { totalCount } = await read({ limit: '1' });
  if (totalCount < max) return totalCount;
  const unpaid = await read({ paymentStatus: 'unpaid', limit: '100' });
  const hasFailed = ({ paymentIntent }: CheckoutSession) =>
    ['FAILED', 'CANCELED'].includes(paymentIntent?.status ?? '');
  return totalCount - unpaid.data.filter(hasFailed).length;
}

/** @param use if it was read, with the other reasons why the link opens no checkouts */
function printLink(command: Command, link: PaymentLink, use?: Use & { readonly closures: readonly string[] }): void {
  const row = { ...briefOf(link), url: link.url, payments: use?.payments, maxPayments: link.maxCompletions };
  const columns = shown.columns.filter((name) => row[name] !== undefined);
  const usedUp = use?.isUsedUp ? ['Used up: maxPayments is reached, so it opens no more checkouts.'] : [];
  const note = [...usedUp, ...(use?.closures ?? [])].join('\n');
  printShown(command, { item: link, row, shown: { columns, money: shown.money }, note });
}
