import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/**
 * Checks where a file is to be written, before the work whose result it takes.
 *
 * @throws CommandError its folder does not exist
 */
export async function assertFolderOf(file: string): Promise<void> {
  const folder = dirname(file);
  await access(folder).catch((cause: unknown) => {
    throw new CommandError(`No such folder: ${folder}`, { cause });
  });
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
