import type NativeEnvironment from './native-environment.ts';

/** What tests get when they import `@jest/globals`: see `native-runtime.ts`. */

type AnyFunction = (...args: unknown[]) => unknown;

let provided: Record<string, AnyFunction> = {};
let environment: NativeEnvironment;

/** Makes the functions below those of the test file that runs next. */
export function provideTestFunctions(functions: Record<string, unknown>, ofFile: NativeEnvironment): void {
  provided = functions as Record<string, AnyFunction>;
  environment = ofFile;
}

/** A module that imports a function keeps it from one test file to the next; jest's own belongs to one file. */
const forward = (name: string): AnyFunction =>
  new Proxy<AnyFunction>(() => undefined, {
    apply: (_target, _self, args) => provided[name]?.(...args),
    get: (_target, key) => Reflect.get(provided[name] ?? {}, key),
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

/** The part of jest's own object that tests use. */
export const jest = {
  fn: (...args: Parameters<Mocker['fn']>) => environment.moduleMocker.fn(...args),
  spyOn: ((...args: Parameters<Mocker['spyOn']>) => environment.moduleMocker.spyOn(...args)) as Mocker['spyOn'],
  useFakeTimers: (...args: Parameters<Timers['useFakeTimers']>) => environment.fakeTimersModern.useFakeTimers(...args),
  useRealTimers: () => environment.fakeTimersModern.useRealTimers(),
  advanceTimersByTime: (ms: number) => environment.fakeTimersModern.advanceTimersByTime(ms),
  setTimeout: (ms: number) => Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: ms }),
};
