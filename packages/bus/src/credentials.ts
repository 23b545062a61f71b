/** What a team's credentials allow. */
export interface Credentials {
  readonly team: string;
  /** `test`, `live`, or `*` for both. */
  readonly mode: string;
  /** `acct_…`, or `*` for every merchant. */
  readonly merchantId: string;
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
    nats?: { sub?: { allow?: string[] } };
  };
  const start = `${prefix}events.v1.`;
  const readable = claims.nats?.sub?.allow?.find((subject) => subject.startsWith(start));
  const [mode = '*', merchantId = '*'] = readable?.slice(start.length).split('.') ?? [];
  return { team: claims.name ?? '', mode: mode === '>' ? '*' : mode, merchantId };
}
