import { expect, test } from '@jest/globals';

process.exitCode = 3;
test.each([1, 2])('passes with %d', (value) => expect([1, 2]).toContain(value));
