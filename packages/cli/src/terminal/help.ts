import { Option, type Command } from 'commander';
import { printableLines } from './printable.ts';

/** The examples of a command, after its options; without the line end that commander adds. */
export const example = (...lines: string[]): string =>
  `\nExample:\n${lines.map((line) => `  mizan ${line}`).join('\n')}`;

/**
 * Gives a program and all its commands one kind of help, without what is the same everywhere, and one kind of error:
 * `mizan: <what is wrong>`, then where the usage is.
 */
export function withHelp(program: Command): void {
  const global = program.options.filter(({ long }) => long !== '--version').map(({ long }) => long);
  for (const command of [program, ...subcommandsOf(program)]) {
    const name = nameOf(command);
    // `mizan refunds help create` works as well, but is the same everywhere.
    if (command !== program) command.configureHelp({ visibleCommands: ({ commands }) => [...commands] });
    command
      .addHelpOption(new Option('-h, --help', 'show this help').hideHelp(command !== program))
      .showHelpAfterError(`  Usage: ${name} --help`)
      .configureOutput({
        outputError: (text, write) =>
          write(printableLines(withArgumentsHint(withOptionHint(errorTextOf(text), command), command))),
      });
    if (command !== program) command.addHelpText('after', `\nAlso: ${global.join(', ')}; see mizan --help`);
  }
  program.addHelpText(
    'after',
    example('accounts list', 'payments list --status SUCCEEDED', 'listen --forward-to localhost:3000/hooks') +
      '\n\nBy default, commands use the local stack that `npm start` runs in this or a parent folder.\n' +
      'In pipes, run `npm run -s mizan -- …`: without -s, npm prints lines of its own.\n' +
      'Exits with 1 if it has not done all that you requested, and with 75 if that is not known: then repeat it with the key that it printed.\n' +
      'A signal ends it with 128 and its number, such as 130 for Ctrl-C: if it printed a key, that is not known either.\n' +
      'Only `listen`, `events tail` and `events replay` finish the current event and exit with 0, or with 1 where events of a replay were not sent.',
  );
}

/** An error of the parser in our words: `mizan: \`xyz\` is not …`; before its option, if it is of one. */
const errorTextOf = (text: string): string =>
  text
    .replace(/^error: /, 'mizan: ')
    .replace(/^mizan: command-argument value '[^]*?' is invalid for argument '[^']*'\. (?=`)/, 'mizan: ')
    .replace(
      /^mizan: command-argument value '([^]*?)' is invalid for argument '([^']*)'\./,
      'mizan: `$1` is not a valid <$2>.',
    )
    .replace(/^mizan: option '(?:-\w, )?(--[\w-]+)[^']*' argument '[^]*?' is invalid\. (?=`)/, 'mizan: $1: ');

/** Why an argument is missing that was given: an option before it takes every word up to the next option. */
function withOptionHint(text: string, command: Command): string {
  const greedy = command.options.find(
    (option) => option.variadic && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return text.replace(/missing required argument '([^']+)'$/m, (missing, name: string) =>
    greedy?.long ? `${missing}: put <${name}> before ${greedy.long}, which takes every word that follows` : missing,
  );
}

/** Why there may be too many arguments: a value has spaces, an option is missing, or several values are separated by spaces. */
function withArgumentsHint(text: string, command: Command): string {
  return text.replace(/^mizan: too many arguments.*$/m, (message) => [message, ...argumentsHints(command)].join(' '));
}

function argumentsHints({ registeredArguments, args, options }: Command): string[] {
  if (registeredArguments.at(-1)?.description.includes('separated by commas')) {
    const values = args.slice(registeredArguments.length - 1).flatMap((each) => each.split(','));
    return [`Separate them by commas, without spaces: ${values.filter(Boolean).join(',')}`];
  }
  const named = optionOfId(args[registeredArguments.length], options);
  if (named !== undefined) return [named];
  const takesValues = registeredArguments.length > 0 || options.some(({ required }) => required);
  if (!takesValues) return [];
  return ['If a value has spaces, put it in quotes. Other values need their option: see --help'];
}

/** Where the ID is of a kind that an option takes, as its description says: `Use --account acct_…`. */
function optionOfId(excess: string | undefined, options: readonly Option[]): string | undefined {
  const [prefix] = /^[a-z]+_(?=\w)/.exec(excess ?? '') ?? [];
  const option = prefix && options.find(({ description }) => description.includes(`${prefix}…`));
  return option ? `An ID needs its option: ${option.long} ${excess}` : undefined;
}

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

const subcommandsOf = (command: Command): Command[] =>
  command.commands.flatMap((each) => [each, ...subcommandsOf(each)]);
