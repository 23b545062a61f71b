import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { scaleTimeout } from '../scale-timeout.ts';

/** Events whose listeners decide whether an error counts. Others stay: a module adds them once, when it is loaded. */
const errorEvents = ['uncaughtException', 'unhandledRejection', 'rejectionHandled'];

const readListeners = () => errorEvents.map((event) => [event, process.rawListeners(event)] as const);

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
  readonly #exitCode = process.exitCode;
  readonly #listeners = readListeners();

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
    process.exitCode = this.#exitCode;
    for (const [event, listeners] of this.#listeners) {
      process.removeAllListeners(event);
      for (const listener of listeners) process.on(event, listener as () => void);
    }
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
