import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
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
    expect(help).toContain('\nAlso: --base-url, --api-key, --operator-token, --home, --json; see mizan --help\n');
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

test('the help names both variables of the API key, the first that is read first, and what lists are in JSON', () => {
  const help = helpOf(program);
  expect(help).toMatch(/\(env:\s+MIZAN_API_KEY,\s+else\s+MIZAN_KEY\)/);
  expect(help).toMatch(/lists,\s+all\s+items\s+as\s+one\s+array/);
});

test.each([
  ...['payments capture', 'payments cancel', 'payments mark-paid', 'payments mark-failed', 'links deactivate'],
  ...[
    'refunds create',
    'refunds mark-paid',
    'refunds mark-failed',
    'refunds cancel',
    'payouts create',
    'payouts cancel',
  ],
  ...['disputes submit', 'disputes accept', 'keys revoke', 'bus users revoke', 'providers disconnect'],
  ...['accounts update', 'accounts two-factor'],
])('mizan %s asks before it acts, and not with -y', (name) => {
  const command = commands.find((each) => nameOf(each) === name);
  expect(command?.options.map(({ flags }) => flags)).toContain('-y, --yes');
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
