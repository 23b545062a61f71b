import { expect, test } from '@jest/globals';
import { toCsv } from './csv.ts';
import { printable, printableLines, printablePieces, toPrintableJson } from './printable.ts';

const everyControl = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => character < ' ' || character > '~',
);
const bidi = ['\u202a', '\u202e', '\u2066', '\u2069'];
const separators = ['\u2028', '\u2029'];

test('a value of another cannot move the cursor, set a title or turn the line around', () => {
  expect(printable('Ev\u001b[31mil\u001b]0;pwn\u0007')).toBe('Ev\ufffd[31mil\ufffd]0;pwn\ufffd');
  for (const character of [...everyControl, ...bidi, ...separators])
    expect(printable(`a${character}b`)).toMatch(/^a[ \ufffd]b$/);
});

test('letters, marks of Arabic text and emoji stay as they are', () => {
  const text = 'منى\u200f عادل – Zoë 👩‍🍳';
  expect(printable(text)).toBe(text);
});

test('a line break in a value does not start a line', () => {
  expect(printable('one\r\ntwo\nthree')).toBe('one two three');
});

test('text of several lines keeps them, and nothing else', () => {
  expect(printableLines('one\n\ttwo\u001b[2J\u009b\u2028')).toBe('one\n\ttwo\ufffd[2J\ufffd\ufffd');
});

test('what follows a carriage return does not overwrite a line; the line ends of CSV stay', () => {
  expect(printableLines('EGP 5,000.00\rEGP 5.00\r\n\r')).toBe('EGP 5,000.00\ufffdEGP 5.00\r\n\ufffd');
});

test.each([1, 2, 3, 7])('text that arrives in pieces of %d bytes is the same as at once', async (size) => {
  const text = 'منى\r\n"Ev\u001b[31mil\rMona"\r\n# end,2\r\n';
  async function* cut() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of printablePieces(cut())) pieces.push(piece);
  const shown = Buffer.concat(pieces).toString();
  expect(shown).toBe(printableLines(text));
  expect(shown).toContain('\r\n# end,2\r\n');
});

test('JSON has no character that a terminal obeys, and means the same', () => {
  const value = { [`n${bidi.join('')}`]: [...everyControl, ...bidi, ...separators].join('') };
  const json = toPrintableJson(value, 2);
  expect(json).toMatch(/^[\n -~]*$/);
  expect(JSON.parse(json)).toEqual(value);
});

test('CSV keeps line breaks, in quotes, and has no other control character', () => {
  expect(toCsv(['name'], [{ name: 'Ev\u001b[31mil\nMona' }, { name: '\u009b=1' }])).toBe(
    'name\r\n"Ev\ufffd[31mil\nMona"\r\n\ufffd=1\r\n',
  );
});
