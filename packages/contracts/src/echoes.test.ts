import { expect, test } from '@jest/globals';
import { ignoredFields, isEcho } from './echoes.ts';

const operation = { echoes: ['expiresAt'] };
const expiresAt = '2026-12-01T10:00:00.000Z';

test.each(['id', 'object', 'url', 'createdAt'])(
  'expiresAt is dropped beside the %s of what was read, as the reference says',
  (name) => {
    expect(isEcho(operation, 'expiresAt', { expiresAt, [name]: 'x' })).toBe(true);
    expect(ignoredFields(operation.echoes)).toContain(`\`${name}\``);
  },
);

test('expiresAt beside fields that a client sets is not dropped: the client wants to set it', () => {
  expect(isEcho(operation, 'expiresAt', { expiresAt, lineItems: [] })).toBe(false);
});
