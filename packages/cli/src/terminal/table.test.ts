import { expect, test } from '@jest/globals';
import { layOut, lineOf, type TableColumn } from './table.ts';

const columns: readonly TableColumn[] = ['id', 'status', 'amount', 'customer', 'description'].map((name) => ({
  name,
  isFixed: name === 'id' || name === 'amount',
}));
const rows = [
  ['pi_0000000000000000000001', 'SUCCEEDED', '249.50', '–', 'Olive oil, 500 ml, and three bars of soap'],
  ['pi_0000000000000000000002', 'SUCCEEDED', '249.50', '–', 'Dates'],
];
const print = (width: number | undefined, isComplete = true) => {
  const layout = layOut(columns, rows, { width, isComplete });
  return { lines: rows.map((row) => lineOf(layout, row)), constant: layout.constant };
};
const long = 'pi_0000000000000000000001  SUCCEEDED  249.50  –         Olive oil, 500 ml, and three bars of soap';

test('what fits, and what goes into a pipe, is printed whole', () => {
  for (const width of [undefined, long.length]) expect(print(width)).toMatchObject({ lines: [long, {}], constant: [] });
});

test('columns that are empty in all rows are dropped first', () => {
  const { lines, constant } = print(long.length - 1);
  expect(lines[0]).toBe('pi_0000000000000000000001  SUCCEEDED  249.50  Olive oil, 500 ml, and three bars of soap');
  expect(constant).toEqual([]);
});

test('then those with the same in all rows, which is kept for a note, but no amounts', () => {
  const { lines, constant } = print(80);
  expect(lines[0]).toBe('pi_0000000000000000000001  249.50  Olive oil, 500 ml, and three bars of soap');
  expect(constant).toEqual([['status', 'SUCCEEDED']]);
});

test('then the longest free text is cut, and never an ID or amount', () => {
  expect(print(50).lines).toEqual([
    'pi_0000000000000000000001  249.50  Olive oil, 500…',
    'pi_0000000000000000000002  249.50  Dates',
  ]);
  expect(print(10).lines[0]).toBe('pi_0000000000000000000001  249.50  Olive o…');
});

test('where more rows follow than were laid out, no column is dropped', () => {
  const { lines, constant } = print(75, false);
  expect(lines[0]).toMatch(/^pi_0{21}1 {2}SUCCEEDED {2}249\.50 {2}– {9}Olive oil, .*…$/);
  expect([lines[0]?.length, constant]).toEqual([75, []]);
});
