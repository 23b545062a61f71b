import type { BankAccount, Currency } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsMerchant } from '../../api/send-request.ts';
import { isLiveKey, settingsOf } from '../../api/settings.ts';
import { example } from '../../terminal/help.ts';
import { toCurrency } from '../../terminal/options.ts';
import { confirm, yesFlags } from '../confirm.ts';
import { printShown } from '../lists/print-list.ts';
import { twoFactorHeaders, twoFactorOption, type TwoFactorOptions } from '../two-factor.ts';
import { ibanOf } from './iban-of.ts';

interface AddOptions extends TwoFactorOptions {
  readonly currency: Currency;
  readonly holder: string;
  readonly iban: string;
}

/** What is shown of a bank account, whose IBAN the API never returns. */
export const shownBankAccount = {
  columns: ['id', 'holderName', 'country', 'last4', 'currency', 'createdAt'],
  money: [],
} as const;

/** Adds `mizan payouts add-bank-account`. */
export function addBankAccountCommand(payouts: Command): void {
  payouts
    .command('add-bank-account')
    .description('add a bank account that payouts can be sent to')
    .requiredOption('--holder <name>', 'the holder as the bank knows it')
    .requiredOption('--iban <iban>', 'with or without spaces')
    .requiredOption('--currency <code>', 'of the payouts that it is for', toCurrency)
    .addOption(twoFactorOption())
    .option(...yesFlags)
    .addHelpText(
      'after',
      example('payouts add-bank-account --holder "Siwa Trading" --iban EG380019000500000000263180002 --currency EGP'),
    )
    .action(async ({ currency, holder: holderName, iban: text, ...secondFactor }: AddOptions, command: Command) => {
      const iban = ibanOf('--iban', text);
      await confirm(command, `Add the account of ${holderName}, ${inGroups(iban)}, for payouts in ${currency}?`);
      const body = { holderName, currency, iban };
      const headers = twoFactorHeaders(secondFactor);
      const account = await sendAsMerchant<BankAccount>(command, 'POST /bank-accounts', { body, headers });
      const code = isLiveKey(settingsOf(command).apiKey()) ? ' --two-factor-code <code>' : '';
      const note = `Next: mizan payouts create --bank-account ${account.id} --amount <amount>${code}`;
      printShown(command, { item: account, row: account, shown: shownBankAccount, note });
    });
}

/** As it is printed on paper, which can be compared: `EG38 0019 0005 …`. */
const inGroups = (iban: string): string => iban.replaceAll(/.{4}(?=.)/g, '$& ');
