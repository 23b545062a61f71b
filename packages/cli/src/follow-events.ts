import { setTimeout as wait } from 'node:timers/promises';
import { causeOf, refusalOf } from './ask-api.ts';
import { CommandProblem } from './command-problem.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** Three heartbeats that did not come: the connection is dead, whatever the socket says. */
const silentMaxMs = 45_000;
const connectMaxMs = 30_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** An event as the platform stored it. */
export interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  /** The very text that webhooks carry. */
  readonly body: string;
}

export interface Following {
  readonly baseUrl: string;
  /** The API key. */
  readonly as: string;
  /** Begin after this event; with what happens from now on when undefined. */
  readonly after: string | undefined;
  /** Ends it. */
  readonly stop: AbortSignal;
  /** Each time a connection stands. */
  readonly connected: () => void;
  /** A connection was lost, for this reason; another follows. */
  readonly interrupted: (reason: string) => void;
}

/**
 * Every event of the key's account and mode, in order and without gaps: a connection that ends or breaks is followed by
 * one that goes on behind the last event. The next event is taken from the platform when this one has been dealt with.
 *
 * @throws CommandProblem when the platform refuses for a reason that waiting does not change
 */
export async function* followEvents(following: Following): AsyncGenerator<StreamedEvent, void, undefined> {
  let { after } = following;
  let pauseMs = firstPauseMs;
  while (!following.stop.aborted) {
    try {
      for await (const event of oneConnection(following, after)) {
        pauseMs = firstPauseMs;
        after = event.id;
        if (event.data !== undefined) yield { id: event.id, type: event.type, body: event.data };
      }
    } catch (thrown) {
      if (thrown instanceof CommandProblem) throw thrown;
      if (following.stop.aborted) return;
      following.interrupted(causeOf(thrown as Error));
    }
    await wait(pauseMs, undefined, { signal: following.stop }).catch(() => 'stopped');
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function* oneConnection({ baseUrl, as, stop, connected }: Following, after: string | undefined) {
  const silence = new AbortController();
  const giveUp = (): void => silence.abort(new Error('the platform has gone silent'));
  let timer = setTimeout(giveUp, connectMaxMs);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, silentMaxMs);
  };
  try {
    const response = await fetch(`${baseUrl}/events/stream`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${as}`,
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    if (!response.ok || response.body === null) throw await refusal(response);
    connected();
    heard();
    for await (const event of serverSentEvents(response.body)) {
      clearTimeout(timer); // while the event is dealt with, nothing is read
      if (event !== undefined) yield event;
      heard();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Too many requests and a platform in trouble pass; everything else stays as it is. */
async function refusal(response: Response): Promise<Error> {
  const words =
    refusalOf(await response.text(), response.status) ??
    `The answer was HTTP ${response.status}, and not as this API gives it.`;
  return response.status === 429 || response.status >= 500 ? new Error(words) : new CommandProblem(words);
}
