import type { ProviderProbes } from '@mizan/contracts';
import { Command } from 'commander';
import { sendAsOperator } from '../../api/send-request.ts';
import { example } from '../../terminal/help.ts';
import { idOf } from '../../terminal/options.ts';
import { isJson, printNotice, printTable } from '../../terminal/print.ts';

const verdicts = new Map<boolean | null, string>([
  [true, 'holds'],
  [false, 'DOES NOT HOLD'],
  [null, 'no answer'],
]);

/** `mizan providers probe`: what only the provider's sandbox can prove. */
export const probeCommand = (): Command =>
  new Command('probe')
    .description("try in the provider's sandbox what its documents leave open; nothing is paid")
    .argument('<account>', 'acct_…', idOf('acct'))
    .argument('<connection>', 'pvc_…, connected with credentials of the sandbox', idOf('pvc'))
    .addHelpText(
      'after',
      `\nExits with 1 if an assumption does not hold, or the provider did not answer.\n${example('providers probe acct_… pvc_…')}`,
    )
    .action(async (...[account, id, , command]: [string, string, unknown, Command]) => {
      const path =
        `/operator/accounts/${encodeURIComponent(account)}/provider-connections/${encodeURIComponent(id)}/probe` as const;
      if (!isJson(command)) printNotice('Probing the sandbox: this takes up to 25 seconds.');
      const { data } = await sendAsOperator<ProviderProbes>(command, `POST ${path}`);
      if (isJson(command)) printTable(command, data, []);
      else printTable(command, data.map(toRow), ['probe', 'result', 'assumption', 'observation']);
      if (data.some(({ holds }) => holds !== true)) process.exitCode = 1;
    });

const toRow = ({ name, holds, ...rest }: ProviderProbes['data'][number]) => ({
  probe: name,
  result: verdicts.get(holds) ?? '',
  ...rest,
});
