import type { AccountProfile, AccountSettings } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsOperator } from '../../api/send-request.ts';
import { readConnections } from '../providers/read-connections.ts';
import { connectedMethodsOf, manualMethodsOf, type LiveMethod } from './live-methods.ts';

/** What the connections of an account take, and what its settings turn on. */
export async function readLiveMethods(command: Command, account: AccountProfile): Promise<readonly LiveMethod[]> {
  const { id } = account;
  const connections = await readConnections(command, id);
  const line = `GET /operator/accounts/${encodeURIComponent(id)}/settings` as const;
  const settings = await sendAsOperator<AccountSettings>(command, line);
  return [...connections.flatMap(connectedMethodsOf), ...manualMethodsOf(settings, account)];
}
