import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { mizan } from './program.ts';

const folder = new URL('../../../docs/guides/', import.meta.url);

/** The lines of code blocks that run `mizan`, by guide; a line that ends with a backslash continues. */
const lines = readdirSync(folder).flatMap((file) => {
  const markdown = readFileSync(new URL(file, folder), 'utf8');
  const blocks = [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(
    ([, language]) => language === '' || language === 'sh',
  );
  const own = blocks
    .flatMap(([, , text = '']) => text.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => /^(?:[A-Z_]+=\S+ )*(mizan .+)$/.exec(line)?.[1]);
  return own.filter((line) => line !== undefined).map((line) => [file, line] as const);
});

const idCharacters = '0'.repeat(24);

/** The words of a line, as a shell reads them, with a complete ID for `pi_…`; what follows a `#`, `>` or `|` belongs to the shell. */
const wordsOf = (line: string): string[] =>
  [
    ...line
      .replace(/ [#>|].*$/, '')
      .replaceAll('_…', `_${idCharacters}`)
      .matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
  ].map(([, one, other, bare]) => one ?? other ?? bare ?? '');

/** Refuses as the command line does, without running anything. @throws CommanderError saying what is wrong */
function parse(command: Command, words: readonly string[]): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  const { operands, unknown } = command.parseOptions([...words]);
  const [name = '', ...operandsAfter] = operands;
  const next = command.commands.find((each) => each.name() === name);
  if (next) return parse(next, [...operandsAfter, ...unknown]);
  expect({ line: words, unknown, isCommand: command.commands.length === 0 }).toEqual({
    line: words,
    unknown: [],
    isCommand: true,
  });
  const required = command.registeredArguments.filter((argument) => argument.required).length;
  expect(operands.length).toBeGreaterThanOrEqual(required);
  expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length);
}

test.each(lines)('%s: %s is a command with options that exist', (_, line) => parse(mizan(), wordsOf(line).slice(1)));

test('a guide that names a command, an option or a value that does not exist is refused', () => {
  for (const line of [
    'payments find',
    'payments list --today',
    'payments list --status PAID',
    'payments show',
    'links',
  ])
    expect(() => parse(mizan(), line.split(' '))).toThrow();
});
