import { describe, expect, test } from '@jest/globals';
import { parseRateFile } from './rate-file.ts';

describe('a file of rates', () => {
  test.each([
    ['CSV without names', 'GBP,EGP,62.5\n\n# closing rates\nKWD,EGP,157.123456,2026-11-21T08:00:00Z\n'],
    [
      'CSV with names in another order',
      '\uFEFFrate;Base;quote;fetched_at\r\n62.5;gbp;egp;\r\n"157.123456";kwd;egp;2026-11-21T08:00:00Z',
    ],
    [
      'JSON',
      '[{"base":"gbp","quote":"egp","rate":"62.5"},{"base":"KWD","quote":"EGP","rate":"157.123456","fetchedAt":"2026-11-21T08:00:00Z"}]',
    ],
  ])('is read as %s', (_, text) => {
    expect(parseRateFile(text).map(({ place: _place, ...rate }) => rate)).toEqual([
      { base: 'GBP', quote: 'EGP', rate: '62.5' },
      { base: 'KWD', quote: 'EGP', rate: '157.123456', fetchedAt: '2026-11-21T08:00:00Z' },
    ]);
  });
  test('names every line that cannot be read, by its number in the file', () => {
    const read = () => parseRateFile('base,quote,rate\nGBP,EGP,62.5\n\nUSD,EGP\nEUR,EGP,about 50\nCAD,EGP,1,2,3');
    expect(read).toThrow(
      'No rates were set.\n  line 4: has no rate\n  line 5: about 50 is not a rate such as 48.5\n  line 6: has 5 columns instead of 3',
    );
  });

  test.each([
    ['without a header', 'GBP,EGP,62,5', 'line 1'],
    ['and a time', 'GBP,EGP,62,5,2026-11-21T08:00:00Z', 'line 1'],
    ['below a header', 'base,quote,rate\nGBP,EGP,62,5', 'line 2'],
    ['between semicolons', 'base;quote;rate\nGBP;EGP;62,5', 'line 2'],
    ['below columns in another order', 'rate,base,quote\n62,5,GBP,EGP', 'line 2'],
    ['in quotes', 'base,quote,rate\nGBP,EGP,"62,5"', 'line 2'],
    ['between tabs', 'base\tquote\trate\nGBP\tEGP\t62,5', 'line 2'],
    ['before an empty time', 'base,quote,rate,fetchedAt\nGBP,EGP,62,5,', 'line 2'],
  ])('a decimal comma %s is named', (_where, text, place) => {
    expect(() => parseRateFile(text)).toThrow(`${place}: write the rate with a decimal point: 62.5`);
  });

  test.each([
    ['a comma that may separate thousands', 'KWD,EGP,1,234', 'write the rate 1,234 without a comma'],
    [
      'a day in the place of decimals',
      'GBP,EGP,62,20261121',
      '20261121 is not a time with seconds, such as 2026-11-21T08:00:00Z',
    ],
    ['thousands with decimals', 'GBP,EGP,1,234.5', '234.5 is not a time with seconds, such as 2026-11-21T08:00:00Z'],
  ])('%s: no other rate is proposed', (_what, text, complaint) => {
    expect(() => parseRateFile(text)).toThrow(new RegExp(`line 1: ${complaint}`));
    expect(() => parseRateFile(text)).not.toThrow(/decimal point/);
  });

  test.each([
    ['tabs after commas', 'GBP,\tEGP,\t62.5'],
    ['the line by which Excel names the separator', 'sep=;\nbase;quote;rate\nGBP;EGP;62.5'],
    ['a currency that begins like a spreadsheet', 'PKR,EGP,62.5'],
  ])('with %s is read', (_what, text) => {
    expect(parseRateFile(text)).toMatchObject([
      { base: expect.stringMatching(/^(GBP|PKR)$/), quote: 'EGP', rate: '62.5' },
    ]);
  });

  test.each([
    ['', 'The file has no rates.'],
    ['base,price\nGBP,62.5', 'The header must name'],
    ['[{"base":"GBP"}]', 'entry 1: needs base, quote and rate'],
    ['PK\u0003\u0004', 'The file is a spreadsheet. Export it as CSV.'],
    ['{"rates":', 'The file is not JSON'],
    ['{"GBP": 62.5}', 'The file must be an array of rates'],
  ])('%j: %s', (text, complaint) => {
    expect(() => parseRateFile(text)).toThrow(complaint);
  });
});
