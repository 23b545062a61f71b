import { Command } from 'commander';
import { settingsOf } from '../api/settings.ts';
import { example } from '../terminal/help.ts';
import { isJson, printJson } from '../terminal/print.ts';

/** `mizan operator-token`: the token that the command uses, for other machines and other tools. */
export const operatorTokenCommand = (): Command =>
  new Command('operator-token')
    .description('print the operator’s token that this command uses, for use on another machine (operator)')
    .addHelpText('after', example('operator-token'))
    .action((_options: unknown, command: Command) => {
      const operatorToken = settingsOf(command).operatorToken();
      if (isJson(command)) printJson({ operatorToken });
      else console.log(operatorToken);
    });
