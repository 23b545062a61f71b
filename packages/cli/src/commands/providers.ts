import type { StripeConnection } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { sendAsOperator } from '../api/send-request.ts';
import { printRecord } from '../terminal/print.ts';

interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly callbackSecret: string;
}

/** `mizan providers`: payment providers of accounts. */
export function providerCommands(): Command {
  const providers = new Command('providers').description('connect accounts to payment providers (operator)');

  providers
    .command('set')
    .description('connect the live mode of an account to a provider, or replace its keys')
    .addCommand(
      new Command('stripe')
        .description('connect an account to Stripe; the keys are verified before they are stored')
        .argument('<account>', 'acct_…')
        .addOption(secret('--secret-key <key>', 'sk_live_… or rk_live_…', 'STRIPE_SECRET_KEY'))
        .addOption(secret('--publishable-key <key>', 'pk_live_…', 'STRIPE_PUBLISHABLE_KEY'))
        .addOption(
          secret('--callback-secret <secret>', 'whsec_… of the Stripe event destination', 'STRIPE_CALLBACK_SECRET'),
        )
        .action(async (account: string, body: StripeKeys, command: Command) => {
          const connection = await sendAsOperator<StripeConnection>(command, `PUT ${pathOf(account)}`, { body });
          printRecord(command, connection, 'Add callbackUrl as an event destination in Stripe, if you have not yet.');
        }),
    );

  providers
    .command('show')
    .description('show the Stripe connection of an account, without secrets')
    .argument('<account>', 'acct_…')
    .action(async (account: string, _options: unknown, command: Command) => {
      printRecord(command, await sendAsOperator<StripeConnection>(command, `GET ${pathOf(account)}`));
    });

  providers
    .command('remove')
    .description('disconnect an account from Stripe')
    .argument('<account>', 'acct_…')
    .action(async (account: string, _options: unknown, command: Command) => {
      printRecord(command, await sendAsOperator(command, `DELETE ${pathOf(account)}`));
    });
  return providers;
}

const pathOf = (account: string) => `/operator/accounts/${encodeURIComponent(account)}/providers/stripe` as const;

/** Prefer the environment variable: options end up in the shell history. */
const secret = (flags: string, description: string, env: string): Option =>
  new Option(flags, description).env(env).makeOptionMandatory();
