import { SetupProblem } from './setup-problem.ts';

/** A folder of the operator's, and the variable that names it. */
interface NamedFolder {
  readonly variable: string;
  readonly folder: string;
}

/** Codes of failed writes, which have no path. */
const whileWriting = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'];

/** Says what an operator can do about a folder that cannot be created or written. Any other failure is returned as it is. */
export function describeFileFailure(failure: unknown, { variable, folder }: NamedFolder): unknown {
  if (!(failure instanceof Error) || failure instanceof SetupProblem) return failure;
  const { code = '', path } = failure as NodeJS.ErrnoException;
  if (path === undefined && !whileWriting.includes(code)) return failure;
  return new SetupProblem(
    `${variable}: ${folder} cannot be written (${failure.message}). Let this user write there, see that the disk has room, or set another folder.`,
    { cause: failure },
  );
}
