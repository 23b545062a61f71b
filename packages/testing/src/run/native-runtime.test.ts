import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import NativeEnvironment from './native-environment.ts';

const jestProgram = fileURLToPath(import.meta.resolve('jest/bin/jest'));
const config = {
  rootDir: fileURLToPath(new URL('canary', import.meta.url)),
  testMatch: ['**/*.canary.ts'],
  testEnvironment: '<rootDir>/../native-environment.ts',
  runtime: '<rootDir>/../native-runtime.ts',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  injectGlobals: false,
  watchman: false,
};

/** Runs those fixtures with jest and this runtime, in one process. */
function runCanary(...names: readonly string[]) {
  const args = ['--config', JSON.stringify(config), '--runInBand', '--json', ...names];
  const { status, stdout, stderr } = spawnSync(process.execPath, [jestProgram, ...args], { encoding: 'utf8' });
  const counts = JSON.parse(stdout) as Record<string, unknown>;
  const { numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: broken } = counts; // by an import or a hook
  return { status, passed, failed, broken, failedFiles: counts['numFailedTestSuites'], stderr };
}

test('every kind of failure counts: an assertion, an import, a hook, a rejection', () => {
  const names = ['failing-assertion', 'throwing-import', 'failing-after-all', 'unhandled-rejection', 'passing'];
  const expected = { status: 1, passed: 4, failed: 2, broken: 2, failedFiles: 4 };
  expect(runCanary(...names)).toMatchObject(expected);
});

test('a file that passes is a run that passes, whatever exit status the file sets', () => {
  expect(runCanary('passing')).toMatchObject({ status: 0, passed: 2, failed: 0, broken: 0, failedFiles: 0 });
});

test('what a file leaves running cannot assert anything', () => {
  const { status, stderr } = runCanary('late-assertion');
  expect([status, stderr]).toEqual([1, expect.stringContaining('bug: expect is called after its test file ended')]);
});

test('a file’s listeners of errors and its exit status are gone after it', async () => {
  const environment = new NativeEnvironment({ projectConfig: { fakeTimers: {} } as never });
  const before = process.rawListeners('unhandledRejection');
  process.on('unhandledRejection', () => undefined);
  process.exitCode = 3;
  await environment.teardown();
  expect(process.rawListeners('unhandledRejection')).toEqual(before);
  expect(process.exitCode).toBeUndefined();
});
