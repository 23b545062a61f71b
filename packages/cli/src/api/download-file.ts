import { CommandError } from '../terminal/command-error.ts';
import { ApiError, errorMessageOf } from './api-error.ts';
import { assertNotRedirected, causeOf, noRedirects, type Access } from './send-once.ts';

/** The server sends at least one piece in this time, or the download has failed. */
const silenceMaxMs = 120_000;

/**
 * Yields the bytes of a file as they arrive.
 *
 * @param path with its query
 * @throws ApiError with the message of an error response, before any bytes
 * @throws CommandError when the server cannot be reached, or the connection ends before the file does
 */
export async function* downloadFile({ baseUrl, credential }: Access, path: string): AsyncGenerator<Uint8Array> {
  const silence = new AbortController();
  const abort = (): void => silence.abort(new Error('no data received'));
  let timer = setTimeout(abort, silenceMaxMs);
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      ...noRedirects,
      headers: { authorization: `Bearer ${credential}` },
      signal: silence.signal,
    }).catch((cause: Error) => {
      throw new CommandError(`Cannot connect to ${baseUrl}: ${causeOf(cause)}`, { cause });
    });
    assertNotRedirected(baseUrl, response);
    if (!response.ok || response.body === null) {
      const text = await response.text();
      const message = errorMessageOf(text, response.status);
      if (message !== undefined) throw new ApiError(message, { status: response.status, text });
      throw new CommandError(
        `${baseUrl} is not a Mizan API: it returned an unexpected response (HTTP ${response.status}).`,
      );
    }
    for await (const bytes of response.body) {
      clearTimeout(timer); // while the caller writes the piece, nothing is read
      yield bytes as Uint8Array;
      timer = setTimeout(abort, silenceMaxMs);
    }
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    throw new CommandError(`The download was interrupted: ${causeOf(thrown as Error)}`, { cause: thrown });
  } finally {
    clearTimeout(timer);
  }
}
