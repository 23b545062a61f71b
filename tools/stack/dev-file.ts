import { renameSync, writeFileSync } from 'node:fs';
import type { ProviderName, ServiceName } from '@mizan/contracts';
import type { Home } from './home.ts';

/** The accounts that every stack with a gateway starts with, and their keys. */
export interface DemoAccounts {
  readonly account: { readonly id: string };
  readonly keys: {
    readonly testSecret: string;
    readonly testPublishable: string;
    readonly testRestricted: string;
    readonly liveSecret: string;
  };
  /** A second merchant, without data: for isolation checks. */
  readonly otherAccount: {
    readonly id: string;
    readonly keys: { readonly testSecret: string; readonly liveSecret: string };
  };
}

/**
 * `MIZAN_HOME/dev.json`: the addresses of the running stack, for scripts. The database stores only hashes of the demo accounts'
 * keys, so this is where they can be read.
 */
export interface DevFile extends DemoAccounts {
  readonly baseUrl: string;
  readonly natsUrl: string;
  readonly databaseUrl: string;
  /** The database, without its password, where `DATABASE_URL` named it: `npm run reset` leaves it as it is. */
  readonly externalDatabase?: string;
  /** The `mizan` command uses it to create accounts and their first keys. */
  readonly operatorToken: string;
  /** Stand-ins for payment providers, with the keys of their accounts: what live mode can be connected to here. */
  readonly providers?: Readonly<
    Record<
      'stripe' | 'paymob' | 'fawry' | 'tabby' | 'tabby-sa' | 'tamara',
      {
        /** Where it does not have the name of the provider: a second account, in another country. */
        readonly provider?: ProviderName;
        /** A page with its payments, and what it can be made to do wrong. */
        readonly controlUrl: string;
        /** Of its account, by the options of `mizan providers connect`. */
        readonly credentials: Readonly<Record<string, string>>;
      }
    >
  >;
  /** The address of each service, its first process, and every process with its own address. */
  readonly services: Record<
    ServiceName,
    {
      readonly url: string;
      readonly pid: number;
      readonly replicas: readonly { readonly url: string; readonly pid: number }[];
    }
  >;
}

/** Replaces the file in one step: a reader sees the old one or the new one, and only its owner sees either. */
export function writeDevFile(home: Home, content: DevFile): void {
  const unfinished = `${home.devFile}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, home.devFile);
}
