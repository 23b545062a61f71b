import { expect, test } from '@jest/globals';
import { judgeCanary } from './judge-canary.ts';

test('a rule that stopped reporting is named with the line that it should have reported', () => {
  const complaint = judgeCanary({ output: '[{"messages":[{"ruleId":"no-restricted-imports","line":5}]}]' });
  expect(complaint).toContain('9 @nx/enforce-module-boundaries');
  expect(complaint).not.toContain('5 no-restricted-imports');
});

test('lint that did not run at all is a failure', () => {
  expect(judgeCanary({ output: 'Cannot find configuration' })).toContain('Cannot find configuration');
});
