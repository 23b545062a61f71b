import { relative, resolve, sep } from 'node:path';
import { SetupProblem } from './setup-problem.ts';

/** A folder of the operator's, and the variable that names it. */
interface NamedFolder {
  readonly variable: string;
  readonly folder: string;
}

/** Codes of failed writes, which have no path. */
const whileWriting = ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'];

/** Says what an operator can do about a folder that cannot be created or written. Any other failure, also of another folder, is returned as it is. */
export function describeFileFailure(failure: unknown, { variable, folder }: NamedFolder): unknown {
  if (!(failure instanceof Error) || failure instanceof SetupProblem) return failure;
  if (!isOfFolder(failure, folder)) return failure;
  return new SetupProblem(
    `${variable}: ${folder} cannot be written (${failure.message}). Let this user write there, see that the disk has room, or set another folder.`,
    { cause: failure },
  );
}

/** What a copy or a new name was to lead to. */
interface FileFailure extends NodeJS.ErrnoException {
  readonly dest?: string;
}

function isOfFolder({ code = '', path, dest, syscall }: FileFailure, folder: string): boolean {
  if (path === undefined) return whileWriting.includes(code);
  if (syscall === 'mkdir' && isInside(folder, path)) return true; // a parent that could not be created
  return isInside(path, folder) || (dest !== undefined && isInside(dest, folder));
}

/** Whether a path is a folder or below it. */
function isInside(path: string, folder: string): boolean {
  const [first] = relative(resolve(folder), resolve(path)).split(sep);
  return first !== '..';
}
