import type { ProviderConnection } from '@mizan/contracts';
import type { Command } from 'commander';
import { sendAsOperator } from '../../api/send-request.ts';

/** The connections of an account, newest first, at most 100. */
export async function readConnections(command: Command, account: string): Promise<readonly ProviderConnection[]> {
  const line = `GET /operator/accounts/${encodeURIComponent(account)}/provider-connections?limit=100` as const;
  return (await sendAsOperator<{ data: ProviderConnection[] }>(command, line)).data;
}
