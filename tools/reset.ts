/** `npm run reset`: deletes the state folder of a stopped stack, data included. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { closestName, serviceNames } from '@mizan/contracts';
import type { DevFile } from '@mizan/stack/dev-file';
import { holderOf } from '@mizan/stack/home-lock';
import { homePath, openHome, type Home } from '@mizan/stack/home';
import { possibleDataFolders } from '@mizan/stack/postgres-place';
import { describeFailure, SetupProblem } from '@mizan/stack/setup-problem';
import { requestsHelp } from './start/options.ts';
import { shownDatabase } from './start/shown-address.ts';

const help = `npm run reset: deletes the data, logs, keys and secret of a stopped stack, without asking.

It takes no arguments. The next npm start creates a new platform. A database that DATABASE_URL
names is kept: the message at the end says what to drop there.

  MIZAN_HOME       folder to clear                                       .mizan`;

/** What a stack writes into its state folder, besides the database. */
const ours = [
  'postgres',
  'nats',
  'logs',
  'ca',
  'uploads',
  'secret',
  'dev.json',
  'demo.json',
  'traces.json',
  'launcher.pid',
  'compile-cache',
  'providers',
  'demo-paymob.png',
];

/** Clears the folder. @returns what to tell the user. @throws SetupProblem a stack is running from it */
function reset(root: string): string {
  if (!existsSync(root)) return `Nothing to clear: ${root} does not exist.`;
  const home = openHome(root);
  const pid = holderOf(home);
  if (pid !== undefined)
    throw new SetupProblem(`a stack is running from ${root} (process ${pid}). Stop it first. Nothing was deleted.`);
  const database = externalDatabaseOf(home);
  const hadSecret = existsSync(home.path('secret'));
  for (const folder of possibleDataFolders(home.path('postgres'))) rmSync(folder, { recursive: true, force: true });
  for (const name of ours) rmSync(home.path(name), { recursive: true, force: true });
  if (readdirSync(root).length === 0) rmSync(root, { recursive: true });
  return database === undefined
    ? `Cleared ${root}. The next npm start creates a new platform.`
    : `Cleared ${root}. ${describeKept(database, hadSecret)}`;
}

/** What is left of the platform in a database that another process runs, and what to do with it. */
function describeKept(database: string, hadSecret: boolean): string {
  const kept = `The database ${database} keeps its data, in the schemas ${serviceNames.join(', ')}.`;
  const unreadable = hadSecret ? ' What is encrypted there needs the secret that was deleted.' : '';
  return `${kept}${unreadable} Drop these schemas before npm start uses it again.`;
}

/**
 * The database of the last start, if another process runs it. Only where no start has left its file, the variable says which
 * one: otherwise it may be of a program that runs beside the platform.
 */
function externalDatabaseOf({ devFile }: Home): string | undefined {
  try {
    return (JSON.parse(readFileSync(devFile, 'utf8')) as DevFile).externalDatabase;
  } catch {
    return shownDatabase(process.env);
  }
}

/** What is misspelled must not delete anything. @throws SetupProblem for every argument */
function refuseArguments([first]: readonly string[]): void {
  if (first === undefined) return;
  const hint = closestName(first, ['--help']) ? 'Did you mean --help?' : 'npm run reset takes none.';
  throw new SetupProblem(`unknown argument ${first}. ${hint} Nothing was deleted.`);
}

const args = process.argv.slice(2);
try {
  if (requestsHelp(args)) console.log(help);
  else {
    refuseArguments(args);
    console.log(reset(homePath()));
  }
} catch (failure) {
  console.error(`mizan: ${describeFailure(failure)}`);
  process.exitCode = 1;
}
