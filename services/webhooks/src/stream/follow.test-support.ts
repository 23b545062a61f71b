import { get, type IncomingMessage } from 'node:http';
import type { Scope } from '@mizan/service-kit';
import type { World } from '@mizan/testing';

/** A server-sent event as a reader sees it. */
export interface Received {
  readonly id: string;
  readonly type: string | undefined;
  /** Undefined for an id alone. */
  readonly data: string | undefined;
}

/** An open stream, read as it arrives. */
export interface Follower {
  readonly response: IncomingMessage;
  /** Events with data. */
  readonly events: Received[];
  /** What a reader would send as `Last-Event-ID`. */
  lastId(): string | undefined;
  /** Lines that began with a colon. */
  comments(): number;
  /** Resolves when the stream is over, with whether it ended cleanly. */
  readonly over: Promise<boolean>;
  leave(): void;
}

export interface FollowOptions {
  readonly lastEventId?: string;
  readonly after?: string;
}

/** Opens the stream of an account and mode straight at the service. */
export async function follow(world: World, scope: Scope, options: FollowOptions = {}): Promise<Follower> {
  const identity = await world.merchantHeaders('webhooks', scope);
  const headers = {
    ...identity,
    ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
  };
  const query = options.after === undefined ? '' : `?after=${options.after}`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${world.urls.webhooks}/events/stream${query}`, { headers }, resolve).once('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
  const events: Received[] = [];
  let [buffer, comments]: [string, number] = ['', 0];
  let lastId: string | undefined;
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    buffer += chunk;
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) comments += 1;
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const id = field('id');
      if (id === undefined) continue;
      lastId = id;
      const received = { id, type: field('event'), data: field('data') };
      if (received.data !== undefined) events.push(received);
    }
  });
  response.on('error', () => undefined);
  return {
    response,
    events,
    lastId: () => lastId,
    comments: () => comments,
    over: new Promise((resolve) => response.once('close', () => resolve(response.complete))),
    leave: () => response.destroy(),
  };
}
