/** What a team's credentials allow. */
export interface Credentials {
  readonly team: string;
  /** `test`, `live`, or `*` for both. */
  readonly mode: string;
  /** `acct_…`, or `*` for every merchant. */
  readonly merchantId: string;
  /** Names of the consumers on the server; empty without credentials. */
  readonly consumers: readonly string[];
}

/**
 * Reads from the text of a `.creds` file what it allows, so that a subscriber requests no more than that.
 *
 * @throws Error when it is not the text of a `.creds` file
 */
export function readCredentials(text: string, prefix: string): Credentials {
  const [, payload] = /-----BEGIN NATS USER JWT-----\s+[\w-]+\.([\w-]+)\./.exec(text) ?? [];
  if (payload === undefined) throw new Error('The credentials are not the text of a .creds file.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    name?: string;
    nats?: { pub?: { allow?: string[] }; sub?: { allow?: string[] } };
  };
  const start = `${prefix}events.v1.`;
  const readable = claims.nats?.sub?.allow?.find((subject) => subject.startsWith(start));
  const [mode = '*', merchantId = '*'] = readable?.slice(start.length).split('.') ?? [];
  const consumers = (claims.nats?.pub?.allow ?? []).flatMap(
    (subject) => /^\$JS\.API\.CONSUMER\.INFO\.[^.]+\.([^.]+)$/.exec(subject)?.[1] ?? [],
  );
  return { team: claims.name ?? '', mode: mode === '>' ? '*' : mode, merchantId, consumers };
}

/**
 * The name of a durable on the server. With credentials it ends with a part that other teams cannot guess.
 *
 * @throws Error when the credentials have no such durable
 */
export function consumerNameOf({ team, consumers }: Credentials, durable: string): string {
  const name = `${team}-${durable}`;
  if (consumers.length === 0) return name;
  const found = consumers.find((each) => each === name || each.replace(/-[0-9a-f]{24}$/, '') === name);
  if (!found) throw new Error(`The credentials do not allow the durable ${durable}.`);
  return found;
}
