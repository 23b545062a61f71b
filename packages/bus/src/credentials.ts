import { nkeys } from '@nats-io/transport-node';

/** What a team's credentials allow. */
export interface Credentials {
  readonly team: string;
  /** `test`, `live`, or `*` for both. */
  readonly mode: string;
  /** `acct_…`, or `*` for every merchant. */
  readonly merchantId: string;
  /** Where the server's answers to this user come; undefined without credentials. */
  readonly inboxPrefix?: string | undefined;
  /** Names of the consumers on the server; empty without credentials. */
  readonly consumers: readonly string[];
  /** Event types and families that may be read; empty without credentials. */
  readonly types: readonly string[];
}

/**
 * Reads from the text of a `.creds` file what it allows, so that a subscriber requests no more than that.
 *
 * @throws Error when it is not the text of a `.creds` file or is damaged, or allows nothing below the prefix
 */
export function readCredentials(text: string, prefix: string): Credentials {
  const [, token] = /-----BEGIN NATS USER JWT-----\s+(\S+)/.exec(text) ?? [];
  if (token === undefined) throw new Error('The credentials are not the text of a .creds file.');
  const [, seed = ''] = /-----BEGIN USER NKEY SEED-----\s+(\S+)/.exec(text) ?? [];
  const claims = claimsOf(token, seed);
  const start = `${prefix}events.v1.`;
  const subscribable = claims.nats?.sub?.allow ?? [];
  const readable = subscribable
    .filter((subject) => subject.startsWith(start))
    .map((subject) => subject.slice(start.length).split('.'));
  if (readable.length === 0)
    throw new Error(
      `The credentials do not allow ${start}… Set \`prefix\` to the MIZAN_BUS_PREFIX of the platform, which is empty by default.`,
    );
  const [mode = '*', merchantId = '*'] = readable[0] ?? [];
  const types = readable.map(([, , ...type]) => type.join('.').replace(/>$/, '*'));
  const consumers = (claims.nats?.pub?.allow ?? []).flatMap(
    (subject) => /^\$JS\.API\.CONSUMER\.INFO\.[^.]+\.([^.]+)$/.exec(subject)?.[1] ?? [],
  );
  const [, inboxPrefix] = subscribable.map((subject) => /^(_INBOX.*)\.>$/.exec(subject)).find(Boolean) ?? [];
  return { team: claims.name ?? '', inboxPrefix, mode: mode === '>' ? '*' : mode, merchantId, consumers, types };
}

interface Claims {
  /** The public key that signed them, and that of the user. */
  readonly iss: string;
  readonly sub: string;
  readonly name?: string;
  readonly nats?: { readonly pub?: { readonly allow?: string[] }; readonly sub?: { readonly allow?: string[] } };
}

/**
 * The claims of a token. A file that was damaged when it was copied is refused here, because the server may accept it and then
 * refuse requests for other reasons.
 *
 * @throws Error when the token is not as it was signed, or the seed is not that of its user
 */
function claimsOf(token: string, seed: string): Claims {
  const bytes = new TextEncoder();
  const [header, payload = '', signature = ''] = token.split('.');
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    const isSigned = nkeys
      .fromPublic(claims.iss)
      .verify(bytes.encode(`${header}.${payload}`), Buffer.from(signature, 'base64url'));
    if (isSigned && nkeys.fromSeed(bytes.encode(seed)).getPublicKey() === claims.sub) return claims;
  } catch {
    // Not even readable.
  }
  throw new Error('The credentials are damaged: copy the whole .creds file again.');
}

/**
 * The name of a durable on the server. With credentials it ends with a part that other teams cannot guess.
 *
 * @throws Error naming the durables of the credentials, when this is none of them
 */
export function consumerNameOf({ team, consumers }: Credentials, durable: string): string {
  const name = `${team}-${durable}`;
  if (consumers.length === 0) return name;
  const nameOf = (consumer: string) => consumer.replace(/-[0-9a-f]{24}$/, '');
  const found = consumers.find((each) => each === name || nameOf(each) === name);
  if (found) return found;
  const durables = consumers.map((each) => nameOf(each).slice(team.length + 1));
  throw new Error(
    `\`${durable}\` is not among this user's durables (${durables.join(', ')}). ` +
      `Recreate it with --durables ${[...durables, durable].join(',')}.`,
  );
}

/**
 * Checks that a subscription asks for no more than the credentials allow: the server would only report a violation.
 *
 * @throws Error naming what they allow
 */
export function assertReadable(
  { types, mode, merchantId }: Credentials,
  wanted: { readonly pattern: string; readonly mode: string; readonly merchantId: string },
): void {
  const { pattern } = wanted;
  if (types.length > 0 && !types.some((type) => covers(type, pattern)))
    throw new Error(
      `\`${pattern}\` is not among this user's types (${types.join(', ')}). ` +
        `Recreate it with --types '${[...types.filter((type) => !covers(pattern, type)), pattern].join(',')}'.`,
    );
  if (mode !== '*' && wanted.mode !== mode) throw new Error(`This user reads ${mode} mode only.`);
  if (merchantId !== '*' && wanted.merchantId !== merchantId)
    throw new Error(`This user reads the events of ${merchantId} only.`);
}

/** Whether permission for one pattern includes another: `payment_intent.*` covers `payment_intent.succeeded`. */
const covers = (allowed: string, wanted: string): boolean =>
  allowed === '*' || allowed === wanted || (allowed.endsWith('.*') && wanted.startsWith(allowed.slice(0, -1)));
