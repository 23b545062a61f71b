import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { scaleTimeout } from '../scale-timeout.ts';

/**
 * Jest's test environment: the worker's own globals, which `native-runtime.ts` needs. What a test file changes among them
 * is put back after it.
 */
export default class NativeEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimersModern: ModernFakeTimers;
  readonly fakeTimers = null;
  readonly #before = { env: { ...process.env }, console: globalThis.console, exit: process.exit };

  constructor({ projectConfig }: { projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]['config'] }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup(): Promise<void> {
    Reflect.deleteProperty(Error, 'prepareStackTrace'); // jest's own looks for source maps, which there are none of
    // More than `eventually` waits, so that a test fails with its own assertion. Where `jest.setTimeout` writes it.
    Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: scaleTimeout(120_000) });
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const { env, console, exit } = this.#before;
    Object.assign(globalThis, { console });
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  }

  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ['node'];
  }
}
