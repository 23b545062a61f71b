/** Three requests in a row fit into the 15 s that a provider's call has in all. */
const timeoutMs = 4_500;
/** No answer is nearly as long; a longer one is not read to its end. */
const maxAnswerCharacters = 2_000_000;
/** No connection was made, so nothing was sent. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object | undefined;
}

/** A provider's answer, whatever it says. */
export interface Answer {
  readonly status: number;
  /** The body read as JSON; undefined when it is none. */
  readonly json: unknown;
}

/** There was no answer. */
export class NoAnswer extends Error {
  /** False when no connection was made. */
  readonly isSent: boolean;

  /** @param reason a name such as `ECONNRESET`: what fetch throws may have the address in its message */
  constructor(reason: string) {
    super(reason);
    this.name = 'NoAnswer';
    this.isSent = !neverConnected.includes(reason);
  }
}

/** Sends one request to a provider, once. Redirects are not followed: they would carry keys elsewhere. @throws NoAnswer */
export async function exchange(url: string, { method, headers, body }: ProviderRequest): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await readText(response);
    return { status: response.status, json: text === undefined ? undefined : parseJson(text) };
  } catch (thrown) {
    throw new NoAnswer(nameOf(thrown));
  }
}

/** The body; undefined when it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > maxAnswerCharacters) return undefined; // which closes the connection
  }
  return text + decoder.decode();
}

/** 4xx, but for those that say "later": the request may have been carried out before. */
export const isJudged = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** A path without its query and without what names a payment: client secrets are keys. */
export const shapeOf = (path: string): string =>
  path.replace(/[?].*$/, '').replaceAll(/\/(?=[^/]*\d)(?!v\d\b)[^/]+/g, '/…');

function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'no answer';
  const { cause } = thrown;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : thrown.name;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
