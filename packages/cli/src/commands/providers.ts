import type { StripeConnection } from '@mizan/contracts';
import { Command, Option } from 'commander';
import { operate } from './accounts.ts';
import { printRecord } from '../terminal/print.ts';
import { settingsOf } from '../api/settings.ts';

interface StripeKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly callbackSecret: string;
}

/** `mizan providers`: who moves an account's live money. */
export function providerCommands(): Command {
  const providers = new Command('providers').description('connect accounts to payment providers (operator)');

  providers
    .command('set')
    .description('connect the live mode of an account to Stripe, or replace its keys')
    .addCommand(
      new Command('stripe')
        .description('connect an account to Stripe, whose keys are checked before they are kept')
        .argument('<account>', 'acct_…')
        .addOption(secret('--secret-key <key>', 'sk_live_… or rk_live_…', 'STRIPE_SECRET_KEY'))
        .addOption(secret('--publishable-key <key>', 'pk_live_…', 'STRIPE_PUBLISHABLE_KEY'))
        .addOption(secret('--callback-secret <secret>', 'whsec_… of the event destination', 'STRIPE_CALLBACK_SECRET'))
        .action(
          async (account: string, { secretKey, publishableKey, callbackSecret }: StripeKeys, command: Command) => {
            const body = { secretKey, publishableKey, callbackSecret };
            const made = await operate<StripeConnection>(command, 'PUT', pathOf(account), body);
            printRecord(
              { ...made },
              settingsOf(command).isJson,
              'Register callbackUrl at Stripe if it is not there yet.',
            );
          },
        ),
    );

  providers
    .command('show')
    .description('how an account is connected to Stripe, without secrets')
    .argument('<account>', 'acct_…')
    .action(async (account: string, _options: unknown, command: Command) => {
      const found = await operate<StripeConnection>(command, 'GET', pathOf(account));
      printRecord({ ...found }, settingsOf(command).isJson);
    });

  providers
    .command('remove')
    .description('disconnect an account from Stripe')
    .argument('<account>', 'acct_…')
    .action(async (account: string, _options: unknown, command: Command) => {
      const gone = await operate<Record<string, unknown>>(command, 'DELETE', pathOf(account));
      printRecord(gone, settingsOf(command).isJson);
    });
  return providers;
}

const pathOf = (account: string): string => `/operator/accounts/${encodeURIComponent(account)}/providers/stripe`;

/** Better from the environment, which no shell history keeps. */
const secret = (flags: string, description: string, env: string): Option =>
  new Option(flags, description).env(env).makeOptionMandatory();
