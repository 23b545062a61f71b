import type NativeEnvironment from './native-environment.ts';

/** What tests get when they import `@jest/globals`: see `native-runtime.ts`. */

type AnyFunction = (...args: unknown[]) => unknown;

let provided: Record<string, AnyFunction> = {};
let environment: NativeEnvironment | undefined;

/** Makes the functions below those of the test file that runs next. */
export function provideTestFunctions(functions: Record<string, unknown>, ofFile: NativeEnvironment): void {
  provided = functions as Record<string, AnyFunction>;
  environment = ofFile;
}

/** After a test file: what it left running fails when it calls one of the functions below. */
export function withdrawTestFunctions(): void {
  provided = {};
  environment = undefined;
}

function orThrow<T>(name: string, found: T | undefined): T {
  if (found === undefined)
    throw new Error(`bug: ${name} is called after its test file ended, or is not jest’s any more`);
  return found;
}

/** A module that imports a function keeps it from one test file to the next; jest's own belongs to one file. */
const forward = (name: string): AnyFunction =>
  new Proxy<AnyFunction>(() => undefined, {
    apply: (_target, _self, args) => orThrow(name, provided[name])(...args),
    get: (_target, key) => Reflect.get(orThrow(name, provided[name]), key),
  });

export const afterAll = forward('afterAll');
export const afterEach = forward('afterEach');
export const beforeAll = forward('beforeAll');
export const beforeEach = forward('beforeEach');
export const describe = forward('describe');
export const expect = forward('expect');
export const test = forward('test');

type Mocker = NativeEnvironment['moduleMocker'];
type Timers = NativeEnvironment['fakeTimersModern'];
const mocker = (): Mocker => orThrow('jest', environment).moduleMocker;
const timers = (): Timers => orThrow('jest', environment).fakeTimersModern;

/** The part of jest's own object that tests use. */
export const jest = {
  fn: (...args: Parameters<Mocker['fn']>) => mocker().fn(...args),
  spyOn: ((...args: Parameters<Mocker['spyOn']>) => mocker().spyOn(...args)) as Mocker['spyOn'],
  useFakeTimers: (...args: Parameters<Timers['useFakeTimers']>) => timers().useFakeTimers(...args),
  useRealTimers: () => timers().useRealTimers(),
  advanceTimersByTime: (ms: number) => timers().advanceTimersByTime(ms),
  setTimeout: (ms: number) => Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: ms }),
};
