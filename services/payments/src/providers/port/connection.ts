import type { ConnectedMethod, ProviderName, SettlesTo } from '@mizan/contracts';
import type { Scope } from '@mizan/service-kit';

/** An account's connection to a real provider, with its secrets: never logged, stored or answered as it is. */
export interface Connection {
  /** `pvc_…` */
  readonly id: string;
  readonly scope: Scope;
  readonly provider: ProviderName;
  readonly settlesTo: SettlesTo;
  readonly methods: readonly ConnectedMethod[];
  /** The account at the provider that the credentials belong to; null where it is not known. */
  readonly providerAccount: string | null;
  /** What is no secret: those of the credentials that buyers see, and what the check found. */
  readonly publicConfig: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** The secrets as they are stored. Each replacement seals them anew, so that it tells whether they have been replaced. */
  readonly sealed: Uint8Array;
  /**
   * Whose records an adapter reads and writes: those of the connection that the charge was committed with. Not the same
   * connection where another stands for a deleted one; null for charges that are older than connections. Of a callback: those
   * of the connection that its address names.
   */
  readonly recordsOf: string | null;
}

/** What a provider answers to credentials that it accepts. */
export interface CheckedCredentials extends Pick<Connection, 'providerAccount' | 'publicConfig' | 'secrets'> {
  /** What the provider can take for the account. */
  readonly offers: readonly ConnectedMethod[];
}
