import { encodeAccount, encodeOperator, encodeUser, fmtCreds } from '@nats-io/jwt';
import { createUser, fromSeed, type KeyPair } from '@nats-io/nkeys';
import { serviceDurables } from '@mizan/contracts';
import { hkdf } from '../secrets.ts';

/** The stream that holds every event of a stack. @param prefix before it and every subject, on a shared NATS */
export const streamNameOf = (prefix: string): string => `${prefix.replaceAll(/[.*>\s]/g, '_')}EVENTS`;

/** What a NATS user may publish to and subscribe to; everything else is refused. */
export interface BusPermissions {
  readonly publish: readonly string[];
  /** Refused although {@link publish} would allow it. */
  readonly neverPublish?: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * Longest credentials of a user, in bytes: the control line that a server is configured to accept, less what else a
 * client sends in it.
 */
export const credentialsMaxBytes = 30_000;
const controlLineMaxBytes = 32_768; // a client shows its credentials in one line, and 4,096 hold about forty subjects

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

/** A NATS key that follows from the root secret, so that it need not be distributed to servers or services. */
export const deriveBusKey = (root: string, kind: 'operator' | 'account' | 'user', name: string): KeyPair =>
  fromSeed(nkeySeed(kind, hkdf(root, `bus:${kind}:${name}`)));

/** The account that holds the stream; its seed signs users of the bus. */
export const deriveBusAccount = (root: string): KeyPair => deriveBusKey(root, 'account', 'mizan');

/** A user's signed permissions. */
export const signUser = (
  { account, user, name }: { readonly account: KeyPair; readonly user: KeyPair; readonly name: string },
  { publish, neverPublish = [], subscribe }: BusPermissions,
  options: { expiresAt?: Date; isBearer?: boolean } = {},
): Promise<string> =>
  encodeUser(
    name,
    user,
    account,
    {
      pub: { allow: [...publish], ...(neverPublish.length > 0 ? { deny: [...neverPublish] } : {}) },
      sub: { allow: [...subscribe] },
      ...connectionLimits,
      ...(options.isBearer ? { bearer_token: true } : {}),
    },
    options.expiresAt ? { exp: Math.floor(options.expiresAt.getTime() / 1000) } : {},
  );

/** The text of a `.creds` file for an operator who repairs the bus by hand: it may do anything. */
export async function administratorCredentials(root: string, expiresAt: Date): Promise<string> {
  const [user, all] = [createUser(), { publish: ['>'], subscribe: ['>'] }];
  const jwt = await signUser({ account: deriveBusAccount(root), user, name: 'administrator' }, all, { expiresAt });
  return new TextDecoder().decode(fmtCreds(jwt, user));
}

/**
 * The part of a nats-server's configuration that makes it trust the users of this platform and no others. It holds public
 * keys only.
 *
 * @param options.anonymousReads lets every client that reaches the server read all events without credentials: for a
 *   developer's machine, where the server listens on the loopback interface
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
          { account, user: deriveBusKey(root, 'user', 'anonymous'), name: 'anonymous' },
          readerPermissions(options.prefix ?? ''),
          { isBearer: true },
        )
      : undefined,
  ]);
  return `max_control_line: ${controlLineMaxBytes}
operator: ${operatorJwt}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${system.getPublicKey()}: ${systemJwt}
  ${account.getPublicKey()}: ${accountJwt}
}
${anonymousJwt ? `default_sentinel: ${anonymousJwt}\n` : ''}`;
}

/** What a client without credentials may do on a developer's bus: read all events, and manage consumers but the services'. */
function readerPermissions(prefix: string): BusPermissions {
  const stream = streamNameOf(prefix);
  const consumers = ['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE', 'MSG.NEXT'];
  return {
    publish: [
      '$JS.API.INFO',
      '$JS.API.STREAM.NAMES',
      '$JS.API.STREAM.LIST',
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.STREAM.MSG.GET.${stream}`,
      ...['NAMES', 'LIST'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}`),
      // Never without the consumer's name: the server would take one from the body, where nothing is checked.
      ...consumers.map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.>`),
      `$JS.ACK.${stream}.>`,
      '$JS.FC.>',
    ],
    neverPublish: serviceDurables.flatMap((durable) => [
      `$JS.API.CONSUMER.*.${stream}.${durable}`,
      `$JS.API.CONSUMER.*.${stream}.${durable}.>`,
      `$JS.API.CONSUMER.*.*.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
    ]),
    subscribe: ['_INBOX.>', `${prefix}events.v1.>`],
  };
}

/** First byte of a key's kind as NATS encodes it, so that its base 32 starts with O, A or U. */
const kinds = { operator: 14 << 3, account: 0, user: 20 << 3 } as const;
const seedMark = 18 << 3; // S

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Writes 32 bytes as an NKey seed (kind, bytes and CRC-16 in base 32), which the NATS libraries only generate at random. */
function nkeySeed(kind: keyof typeof kinds, bytes: Buffer): Uint8Array {
  const mark = kinds[kind];
  const body = Buffer.concat([Buffer.from([seedMark | (mark >> 5), (mark & 31) << 3]), bytes]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc16(body));
  return new TextEncoder().encode(base32(Buffer.concat([body, sum])));
}

/** CRC-16/XMODEM, as NKeys use it. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

function base32(bytes: Buffer): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += base32Alphabet[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + base32Alphabet[(held << (5 - bits)) & 31] : text;
}
