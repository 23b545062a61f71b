import { afterEach, expect, jest, test } from '@jest/globals';
import { Command } from 'commander';
import { printJson, printNotice, printRecord, printTable } from './print.ts';

const name = 'Ev\u001b[31mil\u009b\u202e\nMona';
const harmless = 'Ev\ufffd[31mil\ufffd\ufffd Mona';
let printed = '';
jest.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
afterEach(() => {
  printed = '';
});

test('a record shows a name on one line, without what a terminal obeys, also inside of objects and lists', () => {
  printRecord(new Command(), { name, names: [name], metadata: { name: '\u009b' } });
  expect(printed).toBe(`name      ${harmless}\nnames     ${harmless}\nmetadata  {"name":"\ufffd"}\n`);
});

test('a table does as well, and its columns stay in line', () => {
  printTable(new Command(), [{ name, id: 1 }], ['name', 'id']);
  expect(printed).toBe(`name${' '.repeat(harmless.length - 4)}  id\n${harmless}  1\n`);
});

test('each time names its zone, in a record and in a table', () => {
  const times = { createdAt: '2026-12-20T22:41:00.000Z', expiresAt: '2026-12-21T22:41:00.000Z', revokedAt: null };
  const command = new Command().setOptionValue('timezone', 'Africa/Cairo');
  printRecord(command, times);
  expect(printed).toBe(
    'createdAt  2026-12-21 00:41 (Africa/Cairo)\nexpiresAt  2026-12-22 00:41 (Africa/Cairo)\nrevokedAt  –\n',
  );
  printed = '';
  printTable(command, [times], ['createdAt', 'expiresAt', 'revokedAt']);
  expect(printed).toMatch(/^createdAt \(Africa\/Cairo\) {2}expiresAt \(Africa\/Cairo\) {2}revokedAt\n/);
});

test('JSON keeps the name, escaped', () => {
  printJson({ name });
  for (const character of ['\u001b', '\u009b', '\u202e']) expect(printed).not.toContain(character);
  expect(JSON.parse(printed)).toEqual({ name });
});

test('an error or notice keeps its lines, and nothing else that a terminal obeys', () => {
  const errors = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  printNotice(`mizan: ${name}`);
  expect(errors).toHaveBeenCalledWith('mizan: Ev\ufffd[31mil\ufffd\ufffd\nMona\n');
  errors.mockRestore();
});
