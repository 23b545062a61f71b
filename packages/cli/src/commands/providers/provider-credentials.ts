import type { ProviderName } from '@mizan/contracts';
import { Option } from 'commander';
import { promptSecret, ownTerminal } from '../../terminal/prompt-secret.ts';
import { CommandError } from '../../terminal/command-error.ts';

/** One credential of a provider. */
interface Credential {
  readonly flags: string;
  readonly description: string;
  readonly env: string;
  /** Not needed to connect. */
  readonly isOptional?: true;
}

/** What connects an account to each provider. */
const credentials: Readonly<Record<ProviderName, readonly Credential[]>> = {
  stripe: [
    { flags: '--secret-key <key>', description: 'sk_live_… or rk_live_…', env: 'STRIPE_SECRET_KEY' },
    { flags: '--publishable-key <key>', description: 'pk_live_…', env: 'STRIPE_PUBLISHABLE_KEY' },
    {
      flags: '--callback-secret <secret>',
      description: 'whsec_… of the Stripe event destination',
      env: 'STRIPE_CALLBACK_SECRET',
      isOptional: true,
    },
  ],
  paymob: [
    { flags: '--account-key <key>', description: 'the API key of the Paymob account', env: 'PAYMOB_API_KEY' },
    { flags: '--secret-key <key>', description: 'egy_sk_live_…', env: 'PAYMOB_SECRET_KEY' },
    { flags: '--public-key <key>', description: 'egy_pk_live_…', env: 'PAYMOB_PUBLIC_KEY' },
    {
      flags: '--hmac-secret <secret>',
      description: 'the HMAC secret of the Paymob account',
      env: 'PAYMOB_HMAC_SECRET',
    },
  ],
  fawry: [
    {
      flags: '--merchant-code <code>',
      description: 'the merchant code of the Fawry account',
      env: 'FAWRY_MERCHANT_CODE',
    },
    { flags: '--secure-key <key>', description: 'the secure key of the Fawry account', env: 'FAWRY_SECURE_KEY' },
  ],
  tabby: [
    { flags: '--secret-key <key>', description: 'sk_… of the Tabby account', env: 'TABBY_SECRET_KEY' },
    {
      flags: '--merchant-code <code>',
      description: 'the merchant code of the Tabby account',
      env: 'TABBY_MERCHANT_CODE',
    },
    { flags: '--country <code>', description: 'AE, KW or SA', env: 'TABBY_COUNTRY' },
  ],
  tamara: [
    { flags: '--api-token <token>', description: 'the API token of the Tamara account', env: 'TAMARA_API_TOKEN' },
    {
      flags: '--notification-token <token>',
      description: 'the notification token of the Tamara account',
      env: 'TAMARA_NOTIFICATION_TOKEN',
    },
    { flags: '--country <code>', description: 'AE, BH, KW, OM or SA', env: 'TAMARA_COUNTRY' },
  ],
};

type Given = Readonly<Record<string, unknown>>;

/** Options for the credentials of a provider, each filled by its environment variable. */
export const credentialOptions = (provider: ProviderName): Option[] => credentials[provider].map(optionOf);

/**
 * The credentials that connect an account: those that are given, and those that are entered in the terminal.
 *
 * @throws CommandError naming the environment variables that are missing, where there is no terminal
 */
export async function credentialsOf(provider: ProviderName, given: Given, terminal = ownTerminal()): Promise<Given> {
  const missing = credentials[provider].filter((each) => !each.isOptional && given[nameOf(each)] === undefined);
  if (missing.length > 0 && !terminal) throw missingCredentials(missing);
  const answers: Record<string, string> = {};
  for (const each of terminal ? missing : []) {
    const answer = terminal && (await promptSecret(terminal, `${each.env} (${each.description})`));
    if (!answer) throw missingCredentials([each]);
    answers[nameOf(each)] = answer;
  }
  return toBody({ ...given, ...answers });
}

/**
 * The credentials to replace: those that are given, else those that are entered in the terminal.
 *
 * @throws CommandError where there are none
 */
export async function changedCredentialsOf(
  provider: ProviderName,
  given: Given,
  terminal = ownTerminal(),
): Promise<Given> {
  if (Object.keys(given).length > 0) return toBody(given);
  if (!terminal) throw missingCredentials(credentials[provider], 'at least one of ');
  const answers: Record<string, string> = {};
  for (const each of credentials[provider]) {
    const answer = await promptSecret(terminal, `${each.env} (${each.description}; leave empty to keep it)`);
    if (answer) answers[nameOf(each)] = answer;
  }
  if (Object.keys(answers).length === 0) throw new CommandError('Nothing was entered, so nothing has changed.');
  return toBody(answers);
}

const optionOf = ({ flags, description, env }: Credential): Option => new Option(flags, description).env(env);
const nameOf = (credential: Credential): string => optionOf(credential).attributeName();

function missingCredentials(missing: readonly Credential[], some = ''): CommandError {
  const names = missing.map(({ env }) => env).join(', ');
  const options = missing.map((each) => optionOf(each).long).join(', ');
  return new CommandError(
    `Set ${some}${names} in the environment, or run this in a terminal, which prompts. As options, which stay in the shell history: ${options}.`,
  );
}

/** `--api-key` is an option of every command: what Paymob calls its API key has another name here. */
const toBody = ({ accountKey, ...keys }: Given): Given =>
  accountKey === undefined ? keys : { ...keys, apiKey: accountKey };
