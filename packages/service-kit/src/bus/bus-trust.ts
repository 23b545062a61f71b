import { hkdfSync } from 'node:crypto';
import { encodeAccount, encodeOperator, encodeUser } from '@nats-io/jwt';
import { fromSeed, type KeyPair } from '@nats-io/nkeys';
import { nkeySeed } from './nkey-seed.ts';
import { streamNameOf } from './stream-name.ts';

/** What a NATS user may publish to and subscribe to; everything else is refused. */
export interface BusPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const unlimited = -1;
const connectionLimits = { data: unlimited, payload: unlimited, subs: unlimited };
const accountLimits = { ...connectionLimits, imports: unlimited, exports: unlimited, wildcards: true, conn: unlimited };
const jetStreamLimits = {
  mem_storage: unlimited,
  disk_storage: unlimited,
  streams: unlimited,
  consumer: unlimited,
  max_ack_pending: unlimited,
};

/** A NATS key that follows from the root secret, so that no server or service has to be told of it. */
export const deriveBusKey = (root: string, kind: 'operator' | 'account' | 'user', name: string): KeyPair =>
  fromSeed(
    nkeySeed(
      kind,
      Buffer.from(hkdfSync('sha256', Buffer.from(root), Buffer.alloc(0), `mizan:bus:${kind}:${name}`, 32)),
    ),
  );

/** The account that holds the stream; whoever has its seed makes users of the bus. */
export const deriveBusAccount = (root: string): KeyPair => deriveBusKey(root, 'account', 'mizan');

/** A user's signed permissions. */
export const signUser = (
  account: KeyPair,
  user: KeyPair,
  name: string,
  { publish, subscribe }: BusPermissions,
  options: { expiresAt?: Date; isBearer?: boolean } = {},
): Promise<string> =>
  encodeUser(
    name,
    user,
    account,
    {
      pub: { allow: [...publish] },
      sub: { allow: [...subscribe] },
      ...connectionLimits,
      ...(options.isBearer ? { bearer_token: true } : {}),
    },
    options.expiresAt ? { exp: Math.floor(options.expiresAt.getTime() / 1000) } : {},
  );

/**
 * The part of a nats-server's configuration that makes it trust the users of this platform, and nobody else. It holds
 * public keys only.
 *
 * @param options.anonymousReads lets whoever reaches the server read every event without credentials: for a developer's
 *   machine, where the server listens on the loopback interface
 */
export async function busServerConfiguration(
  root: string,
  options: { anonymousReads?: boolean; prefix?: string } = {},
): Promise<string> {
  const operator = deriveBusKey(root, 'operator', 'mizan');
  const system = deriveBusKey(root, 'account', 'system');
  const account = deriveBusAccount(root);
  const signed = { signer: operator };
  const [operatorJwt, systemJwt, accountJwt, anonymousJwt] = await Promise.all([
    encodeOperator('mizan', operator, { system_account: system.getPublicKey() }),
    encodeAccount('system', system, { limits: accountLimits }, signed),
    encodeAccount('mizan', account, { limits: { ...accountLimits, ...jetStreamLimits } }, signed),
    options.anonymousReads
      ? signUser(
          account,
          deriveBusKey(root, 'user', 'anonymous'),
          'anonymous',
          readerPermissions(options.prefix ?? ''),
          { isBearer: true },
        )
      : undefined,
  ]);
  return `operator: ${operatorJwt}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${system.getPublicKey()}: ${systemJwt}
  ${account.getPublicKey()}: ${accountJwt}
}
${anonymousJwt ? `default_sentinel: ${anonymousJwt}\n` : ''}`;
}

/** Whoever looks at a developer's bus: every event, by every way that JetStream has, and no writing. */
function readerPermissions(prefix: string): BusPermissions {
  const stream = streamNameOf(prefix);
  const consumers = ['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE', 'NAMES', 'LIST', 'MSG.NEXT'];
  return {
    publish: [
      '$JS.API.INFO',
      '$JS.API.STREAM.NAMES',
      '$JS.API.STREAM.LIST',
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.STREAM.MSG.GET.${stream}`,
      ...consumers.flatMap((verb) => [`$JS.API.CONSUMER.${verb}.${stream}`, `$JS.API.CONSUMER.${verb}.${stream}.>`]),
      `$JS.ACK.${stream}.>`,
      '$JS.FC.>',
    ],
    subscribe: ['_INBOX.>', `${prefix}events.v1.>`],
  };
}
