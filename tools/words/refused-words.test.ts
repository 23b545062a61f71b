import { expect, test } from '@jest/globals';
import { findRefusedWords } from './find-refused-words.ts';

/** Every place that is read, each with one refused word; the reader must find exactly these. */
const canary = `
import { look as heardIntent } from './intents.ts';
export const giveUpIf = (asker: string) => ({ 'told': asker });
export interface KeyStay { begun: boolean }
class Bank { #tells = 1 }
export type WHAT_BECAME_OF = 'news';
throw new Error('the charge was given up');
const message = \`Nobody
  answers \${asker}; the payment is
  begun\`;
`;

const found = (path: string, source: string) =>
  findRefusedWords(path, source).map(({ line, word }) => `${line} ${word}`);

test('names, properties, aliases, literals and strings are read, with their lines', () => {
  expect(found('services/x/wiring.ts', canary)).toEqual([
    '1 wiring',
    '2 heard',
    '3 give up',
    '3 asker',
    '3 told',
    '4 stay',
    '4 begun',
    '5 tells',
    '6 became of',
    '6 news',
    '7 given up',
    '8 nobody',
    '10 begun',
  ]);
});

test('prose is read across lines, without its code', () => {
  const prose = 'The hold is given\nup.\n```sh\ntold\n```\nA `told` field of [this](told.md).\nNobody pays.\n';
  expect(found('README.md', prose)).toEqual(['1 given up', '7 nobody']);
});

test('comments, uses of names that others chose, and words within other words are left alone', () => {
  expect(found('a.ts', `// told\nserver.ask(); const newsletter = basket.asks; const task = 'foretold it';`)).toEqual(
    [],
  );
});

test('each finding says what to write instead', () => {
  expect(findRefusedWords('a.ts', 'const begun = 1;')).toEqual([
    { path: 'a.ts', line: 1, word: 'begun', use: 'started, created' },
  ]);
});
