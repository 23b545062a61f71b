import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { runMizan, type Sent } from './mizan.test-support.ts';
import { mizan } from './program.ts';

const program = mizan();
const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];
const commands = program.commands.flatMap(withSubcommands);
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** What `--help` prints, with the texts that commands add. */
function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help;
}

test('has the commands that developers need', () => {
  const expected = ['listen', 'events tail', 'events resend', 'events replay', 'clock advance', 'trigger', 'fixtures'];
  expect(commands.map(nameOf)).toEqual(expect.arrayContaining(expected));
});

test.each(commands.map((command) => [nameOf(command), command] as const))(
  'mizan %s --help describes the command in its own words, with an example and one line about what all commands have',
  (name, command) => {
    const help = helpOf(command);
    expect(help).toContain(`Usage: mizan ${name}`);
    expect(command.description()).not.toBe('');
    expect(help).toContain(
      '\nAlso: --base-url, --api-key, --operator-token, --home, --idempotency-key, --json; see mizan --help\n',
    );
    expect(help).not.toContain('Global Options');
    expect(help).not.toContain('\n\n\n');
    expect(help).not.toContain('default: {}');
    if (command.commands.length === 0) expect(help).toContain(`\nExample:\n  mizan ${name}`);
  },
);

test('the help of lists and the errors of the API write filters the same way', () => {
  for (const name of ['payments list', 'refunds list', 'links list', 'events list', 'disputes list', 'payouts list']) {
    const list = commands.find((command) => nameOf(command) === name);
    const help = list === undefined ? '' : helpOf(list);
    expect(help).toContain('bt:2026-12-01,2026-12-31');
    expect(help).not.toContain('between:');
    expect(help).toMatch(/--timezone <name>[^]*\(default:\s+that\s+of\s+this\s+machine, /);
  }
});

test('the help names both variables of the API key, the first that is read first, what lists are in JSON, and the exit codes', () => {
  const help = helpOf(program);
  expect(help).toMatch(/\(env:\s+MIZAN_API_KEY,\s+else\s+MIZAN_KEY\)/);
  expect(help).toMatch(/lists,\s+all\s+items\s+as\s+one\s+array/);
  expect(help).toMatch(/with 75 if that is not known/);
});

const isDryRun = (body: unknown): boolean => (body as { dryRun?: boolean } | undefined)?.dryRun === true;

describe('a command that moves money or ends something', () => {
  const held = { payouts: 1, refunds: 0, lateSuccesses: 0 };
  const restore = { restoredTo: null, restoredAt: null, releasedAt: null, held, heldRefunds: [] };
  const bankAccount = { id: 'ba_1', holderName: 'Siwa', country: 'EG', last4: '0002', currency: 'EGP' };
  const ratesFile = join(mkdtempSync(join(tmpdir(), 'mizan-')), 'rates.csv');
  writeFileSync(ratesFile, 'USD,EGP,48.5\n');
  const lines = [
    ['payments', 'capture', 'pi_1'],
    ['payments', 'cancel', 'pi_1'],
    ['payments', 'mark-paid', 'pi_1'],
    ['payments', 'mark-failed', 'pi_1'],
    ['links', 'deactivate', 'plink_1'],
    ['codes', 'deactivate', 'promo_1'],
    ['customers', 'delete', 'cus_1'],
    ['refunds', 'create', 'pi_1'],
    ['refunds', 'mark-paid', 're_1'],
    ['refunds', 'mark-failed', 're_1', '--reason', 'unknown'],
    ['refunds', 'cancel', 're_1'],
    ['payouts', 'create', '--amount', '25.00', '--bank-account', 'ba_1'],
    ['payouts', 'add-bank-account', '--holder', 'Siwa', '--iban', 'EG380019000500000000263180002', '--currency', 'EGP'],
    ['payouts', 'cancel', 'po_1'],
    ['payouts', 'mark-paid', 'po_1'],
    ['payouts', 'fail', 'po_1', '--reason', 'account_closed'],
    ['disputes', 'submit', 'dp_1'],
    ['disputes', 'accept', 'dp_1'],
    ['disputes', 'open', 'acct_1', 'ch_1'],
    ['disputes', 'close', 'acct_1', 'dp_1', '--outcome', 'won'],
    ['restored', 'release'],
    ['rates', 'set', 'USD', 'EGP', '48.5'],
    ['rates', 'import', ratesFile],
    ['keys', 'roll', 'key_1'],
    ['keys', 'revoke', 'key_1'],
    ['bus', 'users', 'revoke', 'bu_1'],
    ['providers', 'disconnect', 'acct_1', 'pvc_1'],
    ['accounts', 'update', 'acct_1', '--live-payments', 'off'],
    ['accounts', 'two-factor', 'acct_1'],
  ];
  const run = async (line: readonly string[], typed: string) => {
    const answer = ({ path, body }: Sent) => {
      if (isDryRun(body)) return { dryRun: true, changes: [] };
      if (path.startsWith('/operator/restore')) return restore;
      return path === '/bank-accounts/ba_1' ? bankAccount : undefined;
    };
    const { sent, questions, err } = await runMizan(line, { typed, answer });
    return { questions, err, changes: sent.filter(({ method, body }) => method !== 'GET' && !isDryRun(body)) };
  };

  test.each(lines.map((line) => [line.join(' '), line] as const))(
    'mizan %s asks, and sends nothing after n',
    async (_name, line) => {
      const refused = await run(line, 'n');
      expect({ ...refused, err: '' }).toEqual({ questions: 1, err: '', changes: [] });
      expect(refused.err).toMatch(/mizan: Nothing was done\.\n$/);
      expect(await run(line, 'y')).toMatchObject({ questions: 1, changes: [expect.anything()] });
      expect(await run([...line, '-y'], 'n')).toMatchObject({ questions: 0, changes: [expect.anything()] });
    },
  );

  test('is each command that has --yes', () => {
    const withYes = commands.filter(({ options }) => options.some(({ long }) => long === '--yes')).map(nameOf);
    expect(withYes.filter((name) => lines.every((line) => !`${line.join(' ')} `.startsWith(`${name} `)))).toEqual([]);
  });
});

test.each([
  [['refunds', 'help', 'create'], 'Usage: mizan refunds create '],
  [['bus', 'users', 'help', 'list'], 'Usage: mizan bus users list '],
  [['help', 'refunds'], 'Usage: mizan refunds '],
])('mizan %j prints the help', async (args, usage) => {
  const printing = mizan();
  let printed = '';
  for (const command of withSubcommands(printing))
    command.exitOverride().configureOutput({ writeOut: (text) => (printed += text) });
  await expect(printing.parseAsync(args, { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
  expect(printed).toContain(usage);
});
