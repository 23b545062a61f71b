import { expect, test } from '@jest/globals';
import { csvRecord } from './csv.ts';

test.each([
  ['text', 'Sandal', 'Sandal'],
  ['Arabic text', 'حذاء جلد', 'حذاء جلد'],
  ['an empty text', '', ''],
  ['null', null, ''],
  ['undefined', undefined, ''],
  ['true', true, 'true'],
  ['a comma', 'a,b', '"a,b"'],
  ['a quotation mark', 'a "b"', '"a ""b"""'],
  ['a line end', 'a\r\nb', '"a\r\nb"'],
  ['a negative number', -250, '-250'],
  ['a negative decimal as text', '-2.500', '-2.500'],
  ['a formula', '=1+1', `"'=1+1"`],
  ['a formula with quotation marks', '=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a sum', '+1', `"'+1"`],
  ['a phone number', '+201001234567', `"'+201001234567"`],
  ['a difference', '-1+1', `"'-1+1"`],
  ['a function', '@SUM(A1)', `"'@SUM(A1)"`],
  ['a tabulator', '\t=1', `"'\t=1"`],
  ['a carriage return', '\r=1', `"'\r=1"`],
  ['an equals sign later', 'a=1', 'a=1'],
  ['an exponent', '-1e3', `"'-1e3"`],
])('%s is one cell', (_what, value, cell) => {
  expect(csvRecord([1, value, 'z'])).toBe(`1,${cell},z\r\n`);
});
