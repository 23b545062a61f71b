import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@mizan/stack/home';
import { judgeCanary } from './judge-canary.ts';

test('a rule that stopped reporting is named with the line that it should have reported', () => {
  const filePath = join(repositoryRoot, 'tools/boundary-canary/canary.entity.ts');
  const complaint = judgeCanary({
    output: JSON.stringify([{ filePath, messages: [{ ruleId: 'no-restricted-imports', line: 5 }] }]),
  });
  expect(complaint).toContain('canary.entity.ts:9 @nx/enforce-module-boundaries');
  expect(complaint).toContain('src/lower/read-session.ts:1 mizan/floors');
  expect(complaint).not.toContain('canary.entity.ts:5 no-restricted-imports');
});

test('lint that did not run at all is a failure', () => {
  expect(judgeCanary({ output: 'Cannot find configuration' })).toContain('Cannot find configuration');
});
