import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { ProviderName } from '@mizan/contracts';
import { runMizan } from '../../mizan.test-support.ts';
import { changedCredentialsOf, credentialOptions, credentialsOf } from './provider-credentials.ts';

/** A terminal at which somebody types these lines, one for each question. */
function typing(...lines: string[]) {
  const input = new PassThrough();
  const shown: string[] = [];
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => {
    shown.push(chunk.toString());
    if (chunk.toString().endsWith(': ')) setImmediate(() => input.write(`${lines.shift() ?? ''}\r`));
  });
  return { terminal: { input, output }, shown: () => shown.join('') };
}

test.each(ProviderName.options)(
  'no secret of %s has to be an option: the error names the variables to set',
  async (provider) => {
    const options = credentialOptions(provider);
    expect(options.filter(({ mandatory }) => mandatory)).toEqual([]);
    const refused = await credentialsOf(provider, {}, undefined).catch((thrown: Error) => thrown.message);
    expect(refused).toMatch(new RegExp(`^Set ${options[0]?.envVar}(, [A-Z_]+)* in the environment`));
  },
);

test('the error names the options as well', async () => {
  const options = ['--settles-to', 'merchant', '--secret-key', 'sk_live_1'];
  const { err } = await runMizan(['providers', 'connect', 'stripe', 'acct_1', ...options]);
  expect(err).toBe(
    'mizan: Set STRIPE_PUBLISHABLE_KEY in the environment, or run this in a terminal, which prompts. As options, which stay in the shell history: --publishable-key.\n',
  );
});

test('in a terminal it prompts for what is missing, and shows nothing of it', async () => {
  const { terminal, shown } = typing('pk_live_entered');
  const credentials = await credentialsOf('stripe', { secretKey: 'sk_live_given' }, terminal);
  expect(credentials).toEqual({ secretKey: 'sk_live_given', publishableKey: 'pk_live_entered' });
  expect(shown()).toBe('STRIPE_PUBLISHABLE_KEY (pk_live_…): \n');
});

test('what is left empty while rotating stays as it is', async () => {
  const { terminal, shown } = typing('', '', 'whsec_new');
  expect(await changedCredentialsOf('stripe', {}, terminal)).toEqual({ callbackSecret: 'whsec_new' });
  expect(shown()).not.toContain('whsec_new');
  await expect(changedCredentialsOf('stripe', {}, typing().terminal)).rejects.toThrow('nothing has changed');
  await expect(changedCredentialsOf('stripe', {}, undefined)).rejects.toThrow('Set at least one of STRIPE_SECRET_KEY');
});

test('what Paymob calls its API key is sent under that name', async () => {
  expect(await changedCredentialsOf('paymob', { accountKey: 'key' }, undefined)).toEqual({ apiKey: 'key' });
});
