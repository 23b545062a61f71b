import { CommandError } from '../terminal/command-error.ts';
import { printNotice } from '../terminal/print.ts';
import { ApiError } from './api-error.ts';

/** What is read to be shown only; undefined where the key, which may act, lacks the permission to read it. */
export async function ifAllowed<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'permission_denied') return undefined;
    throw thrown;
  }
}

/**
 * What is read to be shown beside something else; undefined where the key may not read it, and with a notice where it cannot be
 * read now: the rest is shown without it.
 *
 * @param what plural, for the notice: `The items of the payment`
 */
export async function ifReadable<Result>(what: string, request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await ifAllowed(request);
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    printNotice(`${what} cannot be read now: ${thrown.message}`);
    return undefined;
  }
}
