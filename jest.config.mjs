/** Node runs the TypeScript sources as they are, so nothing is transformed. See packages/testing for the harness. */
export default {
  testEnvironment: '<rootDir>/packages/testing/src/run/native-environment.ts',
  runtime: '<rootDir>/packages/testing/src/run/native-runtime.ts',
  roots: ['packages', 'services', 'tools', 'e2e'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.ts'],
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  injectGlobals: false,
  watchman: false,
  maxWorkers: 3, // on two cores as well: many files wait for what they have started, and more would wait for each other
  testSequencer: '<rootDir>/packages/testing/src/run/longest-first.mjs',
  workerIdleMemoryLimit: '1GB', // what finished files leave behind is not always collected
  globalSetup: '<rootDir>/packages/testing/src/run/start-run.ts',
  globalTeardown: '<rootDir>/packages/testing/src/run/stop-run.ts',
};
