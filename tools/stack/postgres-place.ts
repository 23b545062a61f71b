import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { SetupProblem } from './setup-problem.ts';

/** The user that runs PostgreSQL, its binaries and its data folder. */
export interface PostgresPlace {
  readonly binaries: PostgresBinaries;
  readonly dataFolder: string;
  /** Set when this process is root: PostgreSQL refuses to run as root, so it runs as this user. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * Chooses the place. For an ordinary user that is the state folder and the installed binaries. Root needs another user,
 * and where that user cannot reach them (a clone in root's own home) the data and a copy of the binaries move to a
 * folder that it can reach.
 *
 * @param wanted the folder that should hold the data; created when missing
 * @throws SetupProblem when no folder on this machine will do
 */
export function choosePostgresPlace(wanted: string, binaries: PostgresBinaries): PostgresPlace {
  if (process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true });
    return { binaries, dataFolder: wanted };
  }
  const user = ownerOf(wanted) ?? findServerUser();
  const reachable = reachableDataFolder(wanted, user);
  if (!reachable) {
    throw new SetupProblem(
      `PostgreSQL does not run as root, and its user cannot reach ${wanted} nor a system folder: set MIZAN_HOME to a folder that every user can enter, or set DATABASE_URL.`,
    );
  }
  return { user, dataFolder: reachable, binaries: reachableBinaries(binaries, user, dirname(reachable)) };
}

/** Every folder in which {@link choosePostgresPlace} may have put the data that belongs to `wanted`. */
export const possibleDataFolders = (wanted: string): string[] => [wanted, ...systemFolders(wanted)];

type User = { uid: number; gid: number };

const systemFolders = (wanted: string) => {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  return ['/var/lib/mizan', join(tmpdir(), 'mizan-root')].map((base) => join(base, `postgres-${name}`));
};

const holdsData = (folder: string) => existsSync(join(folder, 'data', 'PG_VERSION'));

/** Data that another user's run created stays that user's: PostgreSQL starts only as the owner of its data. */
function ownerOf(folder: string): User | undefined {
  if (!holdsData(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function findServerUser(): User {
  const found = userNamed('postgres');
  if (found) return found;
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', [
    '--system',
    '--gid',
    'postgres',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]);
  const user = userNamed('postgres') ?? userNamed('nobody');
  if (user) return user;
  throw new SetupProblem(
    'PostgreSQL does not run as root and no user "postgres" could be created: create one, start as an ordinary user, or set DATABASE_URL.',
  );
}

function userNamed(name: string): User | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Uses the kernel's answer instead of computing modes, because access lists, mounts and containers matter too. */
const passesAs = (user: User, test: string, path: string) =>
  spawnSync('/bin/sh', ['-c', test, 'reach', path], { ...user, cwd: '/', stdio: 'ignore', timeout: 10_000 }).status ===
  0;

function reachableDataFolder(wanted: string, user: User): string | undefined {
  const alreadyThere = systemFolders(wanted).find((folder) => holdsData(folder));
  const candidates = alreadyThere ? [alreadyThere] : possibleDataFolders(wanted);
  return candidates.find((folder) => {
    try {
      mkdirSync(folder, { recursive: true });
      if (lstatSync(dirname(folder)).isSymbolicLink()) return false;
      chownSync(folder, user.uid, user.gid);
    } catch {
      return false;
    }
    return passesAs(user, 'cd "$1" && test -w .', folder);
  });
}

function reachableBinaries(binaries: PostgresBinaries, user: User, besideData: string): PostgresBinaries {
  const runs = 'exec "$1" --version';
  if (passesAs(user, runs, binaries.postgres)) return binaries;
  const installation = dirname(dirname(binaries.postgres));
  const copy = join(besideData, `postgres-binaries-${statSync(binaries.postgres).mtimeMs.toFixed(0)}`);
  const copied = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(installation, partial, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    if (existsSync(copy)) rmSync(partial, { recursive: true });
    else renameSync(partial, copy);
  }
  if (passesAs(user, runs, copied.postgres)) return copied;
  throw new SetupProblem(
    `PostgreSQL's user cannot run ${binaries.postgres} nor a copy of it in ${besideData}: set DATABASE_URL.`,
  );
}
