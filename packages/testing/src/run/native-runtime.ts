import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type NativeEnvironment from './native-environment.ts';
import { provideTestFunctions, withdrawTestFunctions } from './test-functions.ts';

const require = createRequire(import.meta.url);
const testFunctions = new URL('test-functions.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: testFunctions, shortCircuit: true } : next(specifier, context),
});

const isOfRunner = (name = '') => ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(name);

/**
 * Jest's runtime, which loads test files: as Node itself loads modules, each once per worker. Jest's own runtime loads
 * every module again for every test file, which takes longer than most of the files. A module that keeps state therefore
 * keeps it from one test file to the next, as it keeps it in a process that runs for long.
 *
 * It has the methods that jest calls for what this repository uses: no coverage, no mocked modules, no watching.
 */
export default class NativeRuntime {
  readonly #environment: NativeEnvironment;

  constructor(_config: unknown, environment: NativeEnvironment) {
    this.#environment = environment;
  }

  /** Loads jest's test runner again: it keeps the tests that a file defines in variables of its module. */
  requireInternalModule(path: string): unknown {
    const left = Object.getOwnPropertySymbols(globalThis).filter(({ description }) => isOfRunner(description));
    for (const symbol of left) Reflect.deleteProperty(globalThis, symbol);
    delete require.cache[path];
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    await import(pathToFileURL(path).href);
  }

  setGlobalsForRuntime(functions: Record<string, unknown>): void {
    provideTestFunctions(functions, this.#environment);
  }

  getSourceMaps(): Map<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {}

  enterTestCode(): void {}

  leaveTestCode(): void {}

  teardown(): void {
    withdrawTestFunctions();
    flushCompileCache(); // jest may kill a worker, which then writes nothing
  }
}
