import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { decode } from '@nats-io/jwt';

/** What the credentials of a user let it publish to, with something in place of each wildcard. */
export function publishableWith(credentials: string): string[] {
  const [, jwt = ''] = /-----BEGIN NATS USER JWT-----\s+(\S+)/.exec(credentials) ?? [];
  const { nats } = decode<{ pub?: { allow?: string[] } }>(jwt);
  return (nats.pub?.allow ?? []).map((subject) => subject.replace(/>$/, '1.1.1.1.1').replaceAll('*', 'acct_one'));
}

const streamVerbs = [
  ...['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE', 'LEADER.STEPDOWN', 'PEER.REMOVE'],
] as const;
const consumerVerbs = ['DELETE', 'CREATE', 'DURABLE.CREATE', 'PAUSE', 'RESET', 'UNPIN', 'LEADER.STEPDOWN'] as const;

/** Replies that would do harm if the server's answer arrived there. */
export const harmfulReplies = (
  streams: readonly string[],
  consumers: readonly { readonly stream: string; readonly name: string; readonly acknowledgement: string }[],
): string[] => [
  ...streams.flatMap((stream) => streamVerbs.map((verb) => `$JS.API.STREAM.${verb}.${stream}`)),
  ...consumers.flatMap(({ stream, name, acknowledgement }) => [
    ...consumerVerbs.map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.${name}`),
    acknowledgement,
  ]),
];

/** What is answered with a status, an error, an event, or a list. */
const pullBodies = ['', '{', '{"batch":1,"no_wait":true}'];
const otherBodies = ['', '{"seq":1}'];
const acknowledgementBodies = ['', '+NXT'];
const refusedEvent = headers();
refusedEvent.set('Nats-Expected-Stream', 'none'); // the server answers that it stores nothing

/**
 * Publishes to every subject with every reply and body, and returns when the server has read all of it. What deletes or
 * creates comes last, so that everything else finds what it asks about.
 */
export async function attack(
  connection: NatsConnection,
  { subjects, replies }: { readonly subjects: readonly string[]; readonly replies: readonly string[] },
): Promise<void> {
  const isLate = (subject: string) => /\.(DELETE|CREATE)\./.test(subject);
  for (const subject of [...subjects].sort((a, b) => Number(isLate(a)) - Number(isLate(b)))) {
    const isApi = subject.startsWith('$JS.');
    const bodies = subject.includes('.MSG.NEXT.')
      ? pullBodies
      : subject.startsWith('$JS.ACK.')
        ? acknowledgementBodies
        : otherBodies;
    for (const reply of replies)
      for (const body of isApi ? bodies : ['{}'])
        connection.publish(subject, body, { reply, ...(isApi ? {} : { headers: refusedEvent }) });
    await connection.flush();
  }
}

/** Everything of a bus that an attacker must not change: streams, their numbers, and consumers with their places. */
export async function stateOf(
  managers: readonly JetStreamManager[],
  isRelevant: (consumer: string) => boolean,
): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const manager of managers) {
    for await (const { config, state } of manager.streams.list()) {
      const consumers: Record<string, unknown> = {};
      for await (const consumer of manager.consumers.list(config.name)) {
        const { name, created, ack_floor, num_ack_pending, paused = false } = consumer;
        if (isRelevant(name))
          consumers[name] = {
            created,
            acknowledged: ack_floor.stream_seq,
            num_ack_pending,
            paused,
            of: consumer.config,
          };
      }
      const { messages, first_seq, last_seq } = state;
      found[config.name] = { config, messages, first_seq, last_seq, consumers };
    }
  }
  return found;
}

/** An interface to the streams of the connection's account, or of what it imports. */
export const managerOf = (connection: NatsConnection, timeout: number): Promise<JetStreamManager> =>
  jetstreamManager(connection, { checkAPI: false, timeout });
