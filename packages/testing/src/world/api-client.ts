import { assertDocumented } from './assert-documented.ts';

/** A body whose fields are not known beforehand, errors in the shape that every operation answers them. */
export interface AnyBody {
  readonly [field: string]: unknown;
  readonly error?: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly doc_url?: string;
  };
  readonly request_id?: string;
}

export interface ApiAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text itself when it is none. */
  readonly body: Body;
}

export interface ApiOptions {
  /** API key; for a client of the gateway it defaults to the demo account's test secret key, `null` sends none. */
  readonly key?: string | null;
  readonly idempotencyKey?: string;
  readonly headers?: Record<string, string>;
}

/** Sends one request with a JSON body, or with `body` as it is when that is a string or bytes. */
export type Api = <Body = AnyBody>(
  method: string,
  path: string,
  body?: unknown,
  options?: ApiOptions,
) => Promise<ApiAnswer<Body>>;

/**
 * A client for one base address.
 *
 * @param authenticate the headers that identify the caller; called for every request
 */
export function apiClient(
  baseUrl: string,
  authenticate: (options: ApiOptions) => Promise<Record<string, string>> | Record<string, string>,
): Api {
  return async <Body>(method: string, path: string, body?: unknown, options: ApiOptions = {}) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
        ...(await authenticate(options)),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const answered = parse(await response.text()) as Body;
    const { error } = (answered ?? {}) as AnyBody;
    if (error && !response.ok) assertDocumented({ method, path }, error);
    return { status: response.status, headers: response.headers, body: answered };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
