import { type Callback, type CallbackAttempt, type CallbackFault, CallbackSender } from './callback-sender.ts';
import { type Clock, StandInClock } from './clock.ts';
import { sharedControlRoutes } from './control-routes.ts';
import { Faults } from './faults.ts';
import type { Answer, Route } from './route.ts';
import { type RequestRecord, startServer } from './start-server.ts';
import { type KeptState, openState, type OpenOptions, type State } from './state-file.ts';

/** Settings that every stand-in has. */
export interface StandInOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** A file that keeps everything over a restart; without it the account lives as long as the process. */
  readonly stateFile?: string;
  /** A clock that tests move. */
  readonly clock?: StandInClock;
  /** Waits before each repetition of a callback that failed. */
  readonly retryDelaysMs?: readonly number[];
  /** How long a merchant's server may take to answer a callback. */
  readonly callbackTimeoutMs?: number;
}

/** What every stand-in offers to tests and to `npm start`. */
export interface StandIn<Remembered> {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly clock: StandInClock;
  /** Answers that go wrong. */
  readonly faults: Faults;
  /** Requests that arrived, oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Attempts to deliver callbacks, oldest first. */
  readonly callbacks: readonly CallbackAttempt[];
  /** Spoils the next callbacks, one fault each. */
  spoilCallbacks(...faults: readonly CallbackFault[]): void;
  /** Sends a callback of the past again. */
  replayCallback(id: number): boolean;
  /** Resolves when every callback that is due has its answer. */
  idle(): Promise<void>;
  /** A copy of everything that it remembers. */
  snapshot(): Remembered;
  close(): Promise<void>;
}

/** What every part of a stand-in works with. */
export interface StandInApp<Remembered> {
  readonly state: Remembered;
  /** Marks a row as new or changed, so that it is kept. */
  readonly mark: KeptState<Remembered>['mark'];
  /** Writes what has changed; requests and control calls do it by themselves. */
  readonly save: () => void;
  readonly clock: Clock;
  readonly callbacks: CallbackSender;
  /** Base address, without a slash at the end; known once the server listens. */
  readonly url: () => string;
}

/** Where a provider does not document when it repeats a callback: growing, over about a quarter of an hour. */
export const undocumentedRetryDelaysMs: readonly number[] = [5_000, 30_000, 120_000, 600_000];

/** What makes a stand-in that of one provider. */
export interface ProviderParts<Remembered, App> {
  /** Makes the state of a new account. */
  readonly create: () => Remembered;
  /** The collections of the state that grow. */
  readonly collections: OpenOptions<Remembered>['collections'];
  readonly retryDelaysMs: readonly number[];
  readonly callbackTimeoutMs: number;
  /** The same callback with a wrong signature. */
  readonly forge: (callback: Callback) => Callback;
  /** Whether an answer of this status ends a callback; all below 500 without it. */
  readonly isAccepted?: (status: number) => boolean;
  /** Adds what only this provider has. @throws Error the state cannot be used */
  readonly toApp: (base: StandInApp<Remembered>) => App;
  readonly routes: (app: App) => readonly Route[];
  readonly controlRoutes: (app: App) => readonly Route[];
  /** How the provider answers a path it does not have, or a method that the path does not have. */
  readonly refuse: (reason: 'not_found' | 'method' | 'too_large', request: { readonly method: string }) => Answer;
  /** The provider's answer to what a route threw; undefined: it is a bug of the stand-in. */
  readonly answerThrown: (thrown: unknown) => Answer | undefined;
  /** Plans what time will do to what is remembered. */
  readonly resume: (app: App) => void;
}

/** A stand-in that runs, before it offers what only its provider has. */
export interface Started<Remembered, App> {
  readonly app: App;
  readonly shared: StandIn<Remembered>;
  /** Does something outside a request, and keeps it. */
  readonly kept: <T>(act: () => T) => T;
}

/**
 * Starts a stand-in on the loopback interface: a server with the provider's routes and faults, what it remembers, and the sender of
 * its callbacks.
 *
 * @throws Error the port is taken, or the state file cannot be read
 */
export async function startStandIn<
  Remembered extends State & { readonly callbacks: Callback[] },
  App extends StandInApp<Remembered>,
>(options: StandInOptions, provider: ProviderParts<Remembered, App>): Promise<Started<Remembered, App>> {
  const clock = options.clock ?? new StandInClock();
  const faults = new Faults();
  const { create, collections, forge, isAccepted } = provider;
  const { state, mark, save } = openState({ path: options.stateFile, create, collections });
  const callbacks = new CallbackSender({
    clock,
    queue: state.callbacks,
    save,
    forge,
    retryDelaysMs: options.retryDelaysMs ?? provider.retryDelaysMs,
    timeoutMs: options.callbackTimeoutMs ?? provider.callbackTimeoutMs,
    ...(isAccepted && { isAccepted }),
  });
  const app = provider.toApp({ state, mark, save, clock, callbacks, url: () => server.url });
  const server = await startServer({
    ...(options.port !== undefined && { port: options.port }),
    routes: provider.routes(app),
    controlRoutes: [...sharedControlRoutes({ faults, callbacks, clock }), ...provider.controlRoutes(app)],
    faults,
    refuse: provider.refuse,
    answerThrown: provider.answerThrown,
    afterRequest: save,
  });
  provider.resume(app);
  callbacks.resume();
  return {
    app,
    kept: (act) => {
      try {
        return act();
      } finally {
        save();
      }
    },
    shared: {
      url: server.url,
      clock,
      faults,
      requests: server.requests,
      callbacks: callbacks.attempts,
      spoilCallbacks: (...spoiled) => callbacks.spoil(...spoiled),
      replayCallback: (id) => callbacks.replay(id),
      idle: () => callbacks.idle(),
      snapshot: () => structuredClone(state),
      close: async () => {
        clock.stop();
        await server.close();
        await callbacks.close();
        save();
      },
    },
  };
}
