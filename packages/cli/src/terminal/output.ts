import { randomBytes } from 'node:crypto';
import { rmSync, type WriteStream } from 'node:fs';
import { open, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CommandError } from './command-error.ts';
import { runInterruptible } from './run-interruptible.ts';

/**
 * Runs work whose result goes to a file. The file is opened beside its name before the work begins, and takes its name when it is
 * complete: what was there before stays until then, and also when the work fails or writes nothing. What is no regular file, such as
 * `/dev/stdout` or a named pipe, is written itself.
 *
 * @throws CommandError when the file cannot be written
 */
export async function withOutputFile(file: string, work: (target: Writable) => Promise<void>): Promise<void> {
  const { path, isReplaced } = await placeOf(file);
  // A name of its own: another command may be writing the same file.
  const written = isReplaced ? `${path}.${randomBytes(6).toString('hex')}.part` : path;
  const removeRest = (): void => {
    if (isReplaced) rmSync(written, { force: true });
  };
  await runInterruptible(removeRest, async () => {
    const target = await openFor(file, { written, flags: isReplaced ? 'wx' : 'w' });
    target.on('error', () => undefined); // the write that fails says so
    try {
      await work(target);
      target.end();
      await finished(target);
      if (isReplaced && target.bytesWritten > 0) await rename(written, path);
    } catch (thrown) {
      target.destroy();
      if (thrown instanceof CommandError) throw thrown;
      throw new CommandError(`Cannot write ${file}: ${(thrown as Error).message}`, { cause: thrown });
    } finally {
      removeRest();
    }
  });
}

/** Where the output goes: for a symbolic link its target, so that the link stays. */
async function placeOf(file: string): Promise<{ readonly path: string; readonly isReplaced: boolean }> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new CommandError(`${file} is a folder: add the name of a file.`);
  if (found === undefined) return { path: file, isReplaced: true };
  return found.isFile() ? { path: await realpath(file), isReplaced: true } : { path: file, isReplaced: false };
}

/** Only its owner can read the file, which may have bank accounts or names in it. */
async function openFor(
  file: string,
  { written, flags }: { readonly written: string; readonly flags: 'w' | 'wx' },
): Promise<WriteStream> {
  try {
    return (await open(written, flags, 0o600)).createWriteStream();
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? `No such folder: ${dirname(file)}` : `Cannot write ${file}: ${message}`;
    throw new CommandError(why, { cause: thrown });
  }
}

/**
 * Writes to a stream and waits until it has accepted the text.
 *
 * @returns false when the reader has closed the pipe, as `| head -1` does: more output is pointless
 * @throws CommandError for any other failure, such as a full disk
 */
export const writeTo = (target: Writable, text: string | Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) => {
    target.write(text, (cause) => {
      if (!cause) resolve(true);
      else if ('code' in cause && cause.code === 'EPIPE') resolve(false);
      else reject(new CommandError(`Cannot write: ${cause.message}`, { cause }));
    });
  });

/**
 * Keeps a closed pipe from ending the command with a stack trace. What acts on several objects goes on to the last one; what only
 * prints stops where `writeTo` returns false.
 */
export const ignoreClosedPipe = (target: Writable): void => void target.on('error', () => undefined);
