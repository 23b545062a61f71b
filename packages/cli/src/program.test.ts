import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { mizan } from './program.ts';

const program = mizan();
const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];
const commands = program.commands.flatMap(withSubcommands);
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

test('has the commands that developers need', () => {
  const expected = ['listen', 'events tail', 'events resend', 'events replay', 'clock advance', 'trigger', 'fixtures'];
  expect(commands.map(nameOf)).toEqual(expect.arrayContaining(expected));
});

test.each(commands.map((command) => [nameOf(command), command] as const))(
  'mizan %s --help describes the command and the JSON output',
  (_name, command) => {
    const help = command.helpInformation();
    expect(help).toContain(`Usage: mizan ${nameOf(command)}`);
    expect(command.description()).not.toBe('');
    expect(help).toContain('--json');
    expect(help).toContain('--base-url');
  },
);
