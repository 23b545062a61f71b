import type { Scope } from '@mizan/service-kit';
import type { ProviderAdapter } from './port/adapter.ts';
import { boundProvider } from './port/bound-provider.ts';
import type { Provider } from './port/provider.ts';
import { createSimulatorAdapter, type SimulatorAdapter } from './simulator/simulator-adapter.ts';
import { createStripeAdapter, type StripeAdapter, type StripeOptions } from './stripe/stripe-adapter.ts';

/** The providers of the platform. */
export interface Providers {
  /** Plays the processor of test mode and never sees live money. */
  readonly test: SimulatorAdapter;
  /** Moves the money of live mode and is called for nothing else. */
  readonly live: StripeAdapter;
  readonly of: (scope: Pick<Scope, 'livemode'>) => ProviderAdapter;
  /** What moves the money of an account and mode. Each call returns an outcome in time, if only `unknown`. */
  readonly moneyOf: (scope: Scope) => Provider;
}

/** The one place that says which provider serves which mode. */
export function createProviders(options: StripeOptions): Providers {
  const { db, secrets, publicUrl } = options;
  const test = createSimulatorAdapter({ db, publicUrl, fingerprintKey: secrets.hashKey('card-fingerprint') });
  const live = createStripeAdapter(options);
  const of = ({ livemode }: Pick<Scope, 'livemode'>): ProviderAdapter => (livemode ? live : test);
  return { test, live, of, moneyOf: (scope) => boundProvider(of(scope).money(scope)) };
}
