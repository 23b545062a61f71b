import { setTimeout as wait } from 'node:timers/promises';
import { errorMessageOf } from '../api/api-error.ts';
import { assertNotRedirected, causeOf, noRedirects } from '../api/send-once.ts';
import { CommandError } from '../terminal/command-error.ts';
import { printNotice } from '../terminal/print.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** Three missed heartbeats: the connection is dead, even if the socket still looks open. */
const silenceMaxMs = 45_000;
const connectMaxMs = 30_000;
const firstPauseMs = 500;
const pauseMaxMs = 30_000;

/** An event as the platform stored it. */
export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  /** Exactly the body that webhooks carry. */
  readonly body: string;
}

interface FollowOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Id of the event to start after; undefined starts with the next event. */
  readonly after: string | undefined;
  /** Stops following: no further event is yielded. */
  readonly stop: AbortSignal;
  /** Called for each connection. */
  readonly onConnected?: () => void;
}

/**
 * Yields every event of the key's account and mode, in order and without gaps: after a connection ends, the next one
 * resumes after the last event. The next event is read once the caller has handled this one.
 *
 * @throws CommandError when the API refuses the request and a retry cannot help
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<StreamedEvent, void, undefined> {
  let { after } = options;
  let pauseMs = firstPauseMs;
  while (!options.stop.aborted) {
    try {
      for await (const event of readConnection(options, after)) {
        if (options.stop.aborted) return; // further events may have been received already
        pauseMs = firstPauseMs;
        after = event.id;
        if (event.data !== undefined) yield { id: event.id, type: event.type, body: event.data };
      }
    } catch (thrown) {
      if (thrown instanceof CommandError) throw thrown;
      if (options.stop.aborted) return;
      printNotice(`Connection lost (${causeOf(thrown as Error)}). Reconnecting…`);
    }
    await wait(pauseMs, undefined, { signal: options.stop }).catch(() => 'stopped');
    pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
  }
}

async function* readConnection({ baseUrl, apiKey, stop, onConnected }: FollowOptions, after: string | undefined) {
  const silence = new AbortController();
  const abort = (): void => silence.abort(new Error('no heartbeat received'));
  let timer = setTimeout(abort, connectMaxMs);
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(abort, silenceMaxMs);
  };
  try {
    const response = await fetch(`${baseUrl}/events/stream`, {
      ...noRedirects,
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${apiKey}`,
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    assertNotRedirected(baseUrl, response);
    if (!response.ok || response.body === null) throw await errorOf(response);
    onConnected?.();
    restartTimer();
    for await (const event of serverSentEvents(response.body)) {
      clearTimeout(timer); // while the caller handles the event, nothing is read
      if (event !== undefined) yield event;
      restartTimer();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** An Error for a status worth a retry (429, 5xx), a CommandError for any other. */
async function errorOf(response: Response): Promise<Error> {
  const message =
    errorMessageOf(await response.text(), response.status) ??
    `This is not a Mizan API: it returned an unexpected response (HTTP ${response.status}).`;
  return response.status === 429 || response.status >= 500 ? new Error(message) : new CommandError(message);
}

/** A Ctrl-C in a terminal may come twice, also from the process that has started this one. A person is slower. */
const sameStopMs = 500;

/**
 * A signal that aborts on the first SIGINT or SIGTERM, so that the current event can be finished; a later one ends
 * the process. It also aborts when the reader of the output, such as `head`, closes the pipe.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const stop = (): void => {
    stopping.abort();
    setTimeout(() => signals.forEach((signal) => process.off(signal, stop)), sameStopMs).unref();
  };
  for (const signal of signals) process.on(signal, stop);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stopping.abort();
  });
  return stopping.signal;
}
