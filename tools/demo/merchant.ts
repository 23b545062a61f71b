import type { ErrorEnvelope } from '@mizan/contracts';

/** Sends requests with a key, and throws when one fails. */
export interface Merchant {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown): Promise<Body>;
  patch<Body>(path: string, body: unknown): Promise<Body>;
  put<Body>(path: string, body: unknown): Promise<Body>;
}

/** @throws Error naming the request and the API's own message, when it is refused */
export function merchantOf(baseUrl: string, key: string): Merchant {
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body & Partial<ErrorEnvelope>;
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${answer.error?.message} (${answer.request_id})`);
    return answer;
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
  };
}
