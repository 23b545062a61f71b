import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { assert, constantFrom, jsonValue, property, record, string, tuple } from 'fast-check';
import { toProblem, type Problem } from '../problem.ts';
import { listen } from './listen.ts';
import { parseJson, readBody } from './read-body.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
/** Text with what a scanner for quotes and colons could stumble over. */
const tricky = string({
  unit: constantFrom('"', '\\', ':', '{', '}', ' ', '\n', 'a', '\u00e9', '\ud83d\ude00'),
  maxLength: 12,
});

test('whatever JSON.stringify writes is read back, spaced out or not', () => {
  assert(
    property(jsonValue({ maxDepth: 6, stringUnit: 'binary' }), constantFrom(0, 3, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (/\\u0000|__proto__/.test(text)) return;
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('quotes, backslashes and colons inside keys and values do not deceive the parser', () => {
  assert(
    property(record({ a: tricky, b: tricky, key: tricky }), ({ a, b, key }) => {
      const text = JSON.stringify({ [`${key}1`]: a, [`${key}2`]: [b, { [key]: a }] });
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a key written twice in one object is refused, wherever it is and however it is spelled', () => {
  assert(
    property(
      tuple(tricky, tricky, jsonValue({ maxDepth: 2 })),
      constantFrom('', ' ', '\n\t'),
      ([key, value, other], space) => {
        if (JSON.stringify(other).includes('__proto__')) return; // refused for itself
        const pair = `${space}${JSON.stringify(key)}${space}:${space}${JSON.stringify(value)}${space}`;
        const again = `${space}"${[...key].map((each) => [...each].map(() => unicode(each)).join('')).join('')}":1`;
        expect(() => parse(`{"outer":[${JSON.stringify(other)},{${pair},"between":2,${again}}]}`)).toThrow('twice');
      },
    ),
  );
});

/** A character as JSON escapes of its UTF-16 units. */
const unicode = (character: string) =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

test.each(['{"a":1e400}', '[-1e999]'])('%s, a number beyond what can be computed with, is refused', (text) => {
  expect(() => parse(text)).toThrow('too large');
});

test.each([
  ['declared', 'content-length: 100\r\n\r\n{"a'],
  ['chunked', 'transfer-encoding: chunked\r\n\r\n64\r\n{"a'],
])('a client that goes away in the middle of a %s body is no failure of ours', async (_how, rest) => {
  const { promise: refused, resolve } = Promise.withResolvers<Problem>();
  const server = await listen(
    (request) => void readBody(request).catch((thrown: unknown) => resolve(toProblem(thrown))),
    { host: '127.0.0.1', port: 0 },
  );
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${rest}`, () => socket.destroy());
  expect(await refused).toMatchObject({ status: 400, code: 'invalid_request' });
  await server.close();
});
