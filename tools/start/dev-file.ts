import { renameSync, writeFileSync } from 'node:fs';
import type { ServiceName } from '@mizan/contracts';
import type { DemoAccounts } from '@mizan/gateway/accounts/seed-demo-accounts';
import type { Home } from '@mizan/stack/home';

/**
 * `MIZAN_HOME/dev.json`: where the running stack is, for scripts. The database stores only hashes of the demo accounts'
 * keys, so this is where they can be read.
 */
export interface DevFile extends DemoAccounts {
  readonly baseUrl: string;
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly services: Record<ServiceName, { readonly url: string; readonly pid: number }>;
}

/** Replaces the file in one step: a reader sees the old one or the new one, and only its owner sees either. */
export function writeDevFile(home: Home, content: DevFile): void {
  const unfinished = `${home.devFile}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, home.devFile);
}
