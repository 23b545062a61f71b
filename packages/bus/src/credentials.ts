/** What a team's credentials say about themselves. */
export interface Credentials {
  readonly team: string;
  /** `test`, `live`, or `*` for both. */
  readonly mode: string;
  /** `acct_…`, or `*` for every merchant. */
  readonly merchantId: string;
}

/**
 * Reads what the text of a `.creds` file allows, so that a subscriber asks for no more.
 *
 * @throws Error when it is no such text
 */
export function readCredentials(text: string, prefix: string): Credentials {
  const [, payload] = /-----BEGIN NATS USER JWT-----\s+[\w-]+\.([\w-]+)\./.exec(text) ?? [];
  if (payload === undefined) throw new Error('The credentials are not the text of a .creds file.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    name?: string;
    nats?: { sub?: { allow?: string[] } };
  };
  const start = `${prefix}events.v1.`;
  const readable = claims.nats?.sub?.allow?.find((subject) => subject.startsWith(start));
  const [mode = '*', merchantId = '*'] = readable?.slice(start.length).split('.') ?? [];
  return { team: claims.name ?? '', mode: mode === '>' ? '*' : mode, merchantId };
}
