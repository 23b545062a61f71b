import type { ProviderDomain } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../../api/send-request.ts';
import { example } from '../../terminal/help.ts';
import { idOf } from '../../terminal/options.ts';
import { isJson, printTable } from '../../terminal/print.ts';

/** `mizan providers domains`: the pages that may show Apple Pay and Google Pay. */
export const domainsCommand = (): Command =>
  new Command('domains')
    .description('register domains for Apple Pay and Google Pay, and say what is active on each')
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<connection>', 'pvc_…', idOf('pvc'))
    .argument('[domain...]', 'host names to register or verify again, such as shop.example.com')
    .addHelpText('after', example('providers domains acct_… pvc_… shop.example.com'))
    .action(async (...[account, id, names, , command]: [string, string, string[], unknown, Command]) => {
      const path = pathOf(account, id);
      const registered: ProviderDomain[] = [];
      for (const domain of names)
        registered.push(
          await sendAsOperator<ProviderDomain>(command, `POST ${path}`, { body: { domain }, subject: domain }),
        );
      const shown = names.length > 0 ? registered : await listDomains(command, account, id);
      printDomains(command, shown);
      if (!registered.every(isActive)) process.exitCode = 1;
    });

/** The domains of a connection as its provider knows them now. */
export async function listDomains(command: Command, account: string, id: string): Promise<ProviderDomain[]> {
  const { data } = await sendAsOperator<{ data: ProviderDomain[] }>(command, `GET ${pathOf(account, id)}`);
  return data;
}

/** One row for each domain and wallet. */
export function printDomains(command: Command, domains: readonly ProviderDomain[]): void {
  if (isJson(command)) return printTable(command, domains, []);
  const rows = domains.flatMap(({ domain, methods }) => methods.map((method) => ({ domain, ...method })));
  printTable(command, rows, ['domain', 'type', 'status', 'error']);
}

const isActive = ({ methods }: ProviderDomain): boolean => methods.every(({ status }) => status === 'ACTIVE');

const pathOf = (account: string, id: string) =>
  `/operator/accounts/${encodeURIComponent(account)}/provider-connections/${encodeURIComponent(id)}/domains` as const;
