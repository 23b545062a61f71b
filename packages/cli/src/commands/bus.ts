import { chmodSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { TeamName, type BusUser, type BusUserWithCredentials } from '@mizan/contracts';
import { Command, InvalidArgumentError } from 'commander';
import { hasGivenKey } from '../api/idempotency-keys.ts';
import { sendAsOperator } from '../api/send-request.ts';
import { CommandError } from '../terminal/command-error.ts';
import { confirm, yesFlags } from './confirm.ts';
import { example } from '../terminal/help.ts';
import { choiceOption, commaSeparated, idOf, wholeNumberOf } from '../terminal/options.ts';
import { isJson, printNotice, printRecord } from '../terminal/print.ts';
import { withListOptions } from './lists/listing.ts';
import { printList } from './lists/print-list.ts';

interface CreateOptions {
  readonly mode?: string;
  readonly merchant?: string;
  readonly types?: string[];
  readonly durables?: string[];
  readonly expiresInDays?: number;
  readonly out?: string;
}

interface Filters {
  readonly team?: string;
  readonly ended?: true;
}

/** What is shown of a user. */
const shown = {
  columns: ['id', 'team', 'mode', 'merchantId', 'types', 'durables', 'expiresAt', 'status'],
  money: [],
} as const;

/** `mizan bus`: users that read events from the bus. */
export function busCommands(): Command {
  const bus = new Command('bus').description('manage teams that read events from the bus (operator)');
  const users = new Command('users').description('users of the bus');
  bus.addCommand(users);

  users
    .command('create')
    .description('create read-only credentials for a team')
    .argument('<team>', 'name of the team: 2 to 31 lowercase letters, digits and _, starting with a letter')
    .addOption(choiceOption('--mode <mode>', 'limit to one mode', ['test', 'live']))
    .option('--merchant <id>', 'limit to one merchant, acct_…', idOf('acct'))
    .option('--types <patterns...>', 'limit to event types and patterns, such as payment_intent.*', commaSeparated)
    .option('--durables <names...>', 'durables that its subscriptions may use; only main by default', commaSeparated)
    .option(
      '--expires-in-days <days>',
      'days until the credentials expire, at most 365; 90 by default',
      wholeNumberOf('days'),
    )
    .option('--out <file>', 'write the credentials to a file that only you can read; they are printed by default')
    .addHelpText(
      'after',
      example("bus users create fulfilment --types 'payment_intent.*' --durables main,dead --out fulfilment.creds"),
    )
    .action(async (team: string, options: CreateOptions, command: Command) => {
      const { mode, merchant: merchantId, types, durables, expiresInDays, out } = options;
      const body = { team, mode, merchantId, types, durables, expiresInDays };
      const others = await readActive(command, team);
      const noteSharing = (user: BusUser) => {
        const note = sharingNote(user, others);
        if (note !== undefined) printNotice(note);
      };
      const create = () => sendAsOperator<BusUserWithCredentials>(command, 'POST /operator/bus-users', { body });
      if (out !== undefined && out !== '-') {
        const { credentials, ...user } = await withNewFile(
          out,
          { isOurs: hasGivenKey(command) && isEmptyFile(out) },
          create,
        );
        writeFileSync(out, credentials);
        printRecord(command, user, `Credentials written to ${out}.`);
        return noteSharing(user);
      }
      const { credentials, ...user } = await create();
      const note = `Save these credentials in a file. They will not be shown again.\n\n${credentials}`;
      printRecord(command, isJson(command) ? { ...user, credentials } : user, note);
      noteSharing(user);
    });

  withListOptions(
    users
      .command('list')
      .description('list the users whose credentials the bus accepts, newest first')
      .option('--team <team>', 'only of this team', toTeam)
      .option('--ended', 'also users that have expired or were revoked'),
  )
    .addHelpText('after', example('bus users list', 'bus users list --team fulfilment --ended'))
    .action(async ({ team, ended }: Filters, command: Command) => {
      const filters = { team, status: ended ? undefined : 'ACTIVE' };
      const toRow = (user: BusUser) => user;
      const noteIfNone = team === undefined ? undefined : noneOf(team, ended);
      await printList(command, { list: { path: '/operator/bus-users', filters }, toRow, shown, noteIfNone });
    });

  users
    .command('revoke')
    .description('end the access of a user permanently; the bus disconnects it within about ten seconds')
    .argument('<id>', 'bu_…, as listed by `mizan bus users list`', idOf('bu'))
    .option(...yesFlags)
    .addHelpText('after', example('bus users revoke bu_…'))
    .action(async (id: string, _options: unknown, command: Command) => {
      await confirm(command, `Revoke ${id}? It cannot be undone.`);
      const line = `POST /operator/bus-users/${encodeURIComponent(id)}/revoke` as const;
      const user = await sendAsOperator<BusUser>(command, line, { body: {} });
      printRecord(command, user, effectOf(user));
    });
  return bus;
}

/** The newest users of a team whose credentials the bus accepts, at most 100. */
async function readActive(command: Command, team: string): Promise<readonly BusUser[]> {
  const query = new URLSearchParams({ team, status: 'ACTIVE', limit: '100' });
  const { data } = await sendAsOperator<{ data: BusUser[] }>(command, `GET /operator/bus-users?${query}`);
  return data;
}

/** Says that others of the team read other types through the same durables; undefined if none do. */
function sharingNote(user: BusUser, others: readonly BusUser[]): string | undefined {
  const sharing = others.filter(
    ({ consumers, types }) =>
      consumers.some((name) => user.consumers.includes(name)) && `${types.toSorted()}` !== `${user.types.toSorted()}`,
  );
  if (sharing.length === 0) return undefined;
  return `Note: ${sharing.map(({ id }) => id).join(', ')} of ${user.team} may read other types. Users of a team receive what a shared durable delivers, whatever their own types are. To separate this user, revoke it and create it with --durables of its own.`;
}

/** Parser of the name of a team: a list of one that cannot exist would read as if no one had access. */
function toTeam(text: string): string {
  const { success, error } = TeamName.safeParse(text);
  if (success) return text;
  throw new InvalidArgumentError(`\`${text}\` is not the name of a team: it ${error.issues[0]?.message}.`);
}

const noneOf = (team: string, ended: true | undefined): string =>
  ended
    ? `There is no user of the team ${team}.`
    : `There is no active user of the team ${team}; --ended shows others.`;

const effectOf = ({ status, team }: BusUser): string =>
  status === 'EXPIRED'
    ? 'Its credentials had expired already.'
    : `The bus disconnects it and refuses its credentials within about ten seconds. Other users of ${team} are not affected.`;

/**
 * Creates an empty file that only its owner can read, and then what is to be written to it: credentials are shown once, so no
 * user may be created whose credentials cannot be kept.
 *
 * @param isOurs the file is what an earlier run has left that was ended meanwhile
 * @throws CommandError the file exists or cannot be written; what `create` throws, without leaving the file
 */
async function withNewFile<T>(
  file: string,
  { isOurs }: { readonly isOurs: boolean },
  create: () => Promise<T>,
): Promise<T> {
  try {
    if (isOurs) chmodSync(file, 0o600);
    else writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
  } catch (failure) {
    const { code, message } = failure as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} already exists, so no user was created. Remove it, or pass another --out.`
        : `Cannot write ${file}: ${message}`,
      {
        cause: failure,
      },
    );
  }
  try {
    return await create();
  } catch (failure) {
    rmSync(file);
    throw failure;
  }
}

function isEmptyFile(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found !== undefined && found.isFile() && found.size === 0;
}
