import { CustomerType, type Customer, type ListCustomer } from '@mizan/contracts';
import { Command } from 'commander';
import { ApiError } from '../../api/api-error.ts';
import { ifAllowed } from '../../api/if-readable.ts';
import { sendAsMerchant } from '../../api/send-request.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { ForeseenRefusal } from '../foreseen-refusal.ts';
import { example } from '../../terminal/help.ts';
import { choiceOption, idOf, timezoneOption } from '../../terminal/options.ts';
import { printRecord } from '../../terminal/print.ts';
import { withListOptions, type ListOptions } from '../lists/listing.ts';
import { printList, printShown } from '../lists/print-list.ts';

interface Filters extends ListOptions {
  readonly search?: string;
  readonly type?: string;
}

interface CreateOptions {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** `mizan customers`: the customers of a merchant. */
export function customerCommands(): Command {
  const customers = new Command('customers').description('list, show, create and delete customers');

  withListOptions(
    customers
      .command('list')
      .description('list customers, newest first')
      .option('--search <text>', 'only with this text in the name, email, phone or ID')
      .addOption(choiceOption('--type <type>', 'only of this type', CustomerType.options)),
  )
    .addHelpText('after', example('customers list --search mona', 'customers list --csv > customers.csv'))
    .action(async ({ search, type }: Filters, command: Command) => {
      const list = { path: '/customers', filters: { search, type } } as const;
      await printList<ListCustomer, (typeof columns)[number]>(command, { list, toRow, shown: listed });
    });

  customers
    .command('show')
    .description('show a customer')
    .argument('<id>', 'cus_…', idOf('cus'))
    .addOption(timezoneOption())
    .addHelpText('after', example('customers show cus_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      printCustomer(command, await sendAsMerchant<Customer>(command, `GET ${pathOf(id)}`));
    });

  customers
    .command('create')
    .description('create a customer')
    .option('--name <name>', 'full name')
    .option('--email <address>', 'this or --phone is required')
    .option('--phone <number>', 'with country code, such as +201001234567')
    .addHelpText('after', example('customers create --name "Mona Adel" --phone +201001234567'))
    .action(async ({ name, email, phone }: CreateOptions, command: Command) => {
      const body = { name, email, phone };
      printCustomer(command, await sendAsMerchant<Customer>(command, 'POST /customers', { body }));
    });

  customers
    .command('delete')
    .description('delete a customer: the personal data are erased, also in checkouts and payments, which are kept')
    .argument('<id>', 'cus_…', idOf('cus'))
    .option(...yesFlags)
    .addHelpText('after', example('customers delete cus_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, () => deleteQuestion(command, id));
      printRecord(command, await sendAsMerchant(command, `DELETE ${pathOf(id)}`));
    });
  return customers;
}

/** Names the person as far as the key may read it. @throws ForeseenRefusal where there is no such customer any more */
async function deleteQuestion(command: Command, id: string): Promise<string> {
  const customer = await ifAllowed(sendAsMerchant<Customer>(command, `GET ${pathOf(id)}`)).catch((thrown: unknown) => {
    throw thrown instanceof ApiError && thrown.code === 'resource_missing'
      ? new ForeseenRefusal(thrown.message)
      : thrown;
  });
  const person = [customer?.name, customer?.email ?? customer?.phone].filter(Boolean).join(', ');
  const named = `${customer?.id ?? id}${person === '' ? '' : ` (${person})`}`;
  return `Delete ${named}? The personal data are erased, also in checkouts and payments, which cannot be undone. Payments are kept.`;
}

const pathOf = (id: string) => `/customers/${encodeURIComponent(id)}` as const;

const columns = ['id', 'createdAt', 'type', 'name', 'email', 'phone', 'payments', 'netSpend', 'currency'] as const;
const listed = { columns, money: ['netSpend'] } as const;
const shown = { columns: [...columns, 'metadata'], money: ['netSpend'] } as const;

const toRow = ({ id, createdAt, type, name, email, phone, spendData }: Customer | ListCustomer) => ({
  ...{ id, createdAt, type, name, email, phone },
  payments: spendData.numPayments,
  netSpend: spendData.netSpend,
  currency: spendData.currency,
});

const printCustomer = (command: Command, customer: Customer): void =>
  printShown(command, { item: customer, row: { ...toRow(customer), metadata: customer.metadata }, shown });
