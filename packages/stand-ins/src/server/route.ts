import type { IncomingHttpHeaders } from 'node:http';

/** A request with its whole body. */
export interface StandInRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the `{name}` parts of the route's path matched, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Exact, a trailing slash included; `{name}` matches one segment. */
  readonly path: string;
  handle(request: StandInRequest): Answer | Promise<Answer>;
}

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export const html = (status: number, text: string): Answer => ({
  status,
  // A buyer's page holds card fields: it is neither stored nor sniffed.
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: text,
});

export const redirect = (location: string): Answer => ({ status: 303, headers: { location }, body: '' });

/** What a path leads to: the route, with what its `{name}` parts matched, and the methods that the path has. */
export interface Found {
  readonly route: Route | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly methods: readonly string[];
}

/** Finds the route of a request. */
export function findRoute(routes: readonly Route[], method: string, path: string): Found {
  const found = routes.flatMap((route) => {
    const params = matchPath(route.path, path);
    return params === undefined ? [] : [{ route, params }];
  });
  const exact = found.find(({ route }) => route.method === method);
  return { route: exact?.route, params: exact?.params ?? {}, methods: found.map(({ route }) => route.method) };
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const parts = pattern.split('/');
  const segments = path.split('/');
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return undefined;
      continue;
    }
    const value = decode(segment);
    if (value === undefined || value === '') return undefined;
    params[part.slice(1, -1)] = value;
  }
  return params;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // `%zz` names nothing
  }
}
