import type { Balance } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsMerchant } from '../api/send-request.ts';
import { example } from '../terminal/help.ts';
import { decimalOf } from '../terminal/money.ts';
import { isJson, printJson, printNotice, printTable } from '../terminal/print.ts';

const kinds = ['available', 'pending', 'payable'] as const;

/** `mizan balance`: the balance of a merchant. */
export function balanceCommand(): Command {
  return new Command('balance')
    .description('show the balance in each currency: available for refunds, pending, and payable to a bank account')
    .addHelpText('after', example('balance'))
    .action(async (_options: unknown, command: Command) => {
      const balance = await sendAsMerchant<Balance>(command, 'GET /balance');
      if (isJson(command)) return printJson(balance);
      printTable(command, rowsOf(balance), ['currency', ...kinds]);
      if (balance.pending.some(({ amount }) => amount > 0))
        printNotice('Until when the money of a payment is pending: mizan payments show <payment>, at pendingUntil.');
    });
}

/** A row for each currency that has ever been used, amounts in major units. */
function rowsOf(balance: Balance) {
  const currencies = new Set(kinds.flatMap((kind) => balance[kind].map(({ currency }) => currency)));
  return [...currencies].map((currency) => {
    const amountOf = (kind: (typeof kinds)[number]): string =>
      decimalOf(balance[kind].find((each) => each.currency === currency) ?? { amount: 0, currency });
    return { currency, available: amountOf('available'), pending: amountOf('pending'), payable: amountOf('payable') };
  });
}
