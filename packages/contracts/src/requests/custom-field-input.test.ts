import { expect, test } from '@jest/globals';
import { problemOf } from '../problem-of.test-support.ts';
import { CustomFieldInput } from './custom-field-input.ts';

const field = { key: 'engraving', label: 'Engraving', type: 'TEXT' };

test.each([
  ['at least', { limitType: 'AT_LEAST', minCharacters: 2 }],
  ['at most', { limitType: 'AT_MOST', maxCharacters: 9 }],
  ['between', { limitType: 'BETWEEN', minCharacters: 2, maxCharacters: 9 }],
  ['exactly', { limitType: 'EXACTLY', minCharacters: 4 }],
])('limits of %s so many characters are taken with what they need', (_what, limits) => {
  expect(problemOf(CustomFieldInput, { ...field, hasLimits: true, ...limits })).toBeUndefined();
});

test.each([
  ['limits without their kind', { hasLimits: true }, 'parameter_requires_another', 'hasLimits'],
  ['a bound while limits are off', { minCharacters: 2 }, 'parameter_invalid', 'hasLimits'],
  [
    'between without an end',
    { hasLimits: true, limitType: 'BETWEEN', minCharacters: 2 },
    'parameter_invalid',
    'maxCharacters',
  ],
  [
    'bounds the wrong way round',
    { hasLimits: true, limitType: 'BETWEEN', minCharacters: 9, maxCharacters: 2 },
    'parameter_invalid',
    'maxCharacters',
  ],
  ['a list without an option', { type: 'DROPDOWN' }, 'parameter_invalid', 'dropdownOptions'],
  [
    'a default that is too long',
    { hasLimits: true, limitType: 'AT_MOST', maxCharacters: 3, text: { defaultValue: 'Mona' } },
    'parameter_invalid',
    'text.defaultValue',
  ],
  [
    'a default that is too short',
    { hasLimits: true, limitType: 'AT_LEAST', minCharacters: 5, text: { defaultValue: 'Mona' } },
    'parameter_invalid',
    'text.defaultValue',
  ],
  ['options of a text', { dropdownOptions: [{ label: 'a', value: 'a' }] }, 'parameter_invalid', 'dropdownOptions'],
])('400 for %s', (_what, changes, code, param) => {
  expect(problemOf(CustomFieldInput, { ...field, ...changes })).toMatchObject({ code, param });
});
