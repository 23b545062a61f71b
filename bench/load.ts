import autocannon from 'autocannon';

/** What one run of one kind of request showed. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface Target {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: () => string;
  /** Requests a second; as many as it takes when absent. */
  readonly perSecond?: number;
  /** A header with a value of its own for every request. */
  readonly varying?: readonly [name: string, value: () => string];
  /** Every request is to be refused. */
  readonly isRefused?: boolean;
  /** A fresh Idempotency-Key for every request. */
  readonly keyed?: boolean;
}

const seconds = 4;

/**
 * Keeps `connections` busy for a few seconds.
 *
 * @throws Error when anything but success came back: a ratio of failures means nothing
 */
export async function load(target: Target, connections = 32): Promise<Load> {
  let sequence = 0;
  const run = Math.random().toString(36).slice(2);
  const result = await autocannon({
    url: target.url,
    method: target.method ?? 'GET',
    connections,
    duration: seconds,
    ...(target.perSecond === undefined ? {} : { overallRate: target.perSecond }),
    headers: { 'content-type': 'application/json', ...target.headers },
    ...(target.body ? { body: target.body() } : {}),
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: {
            ...request.headers,
            ...(target.keyed ? { 'idempotency-key': `${run}-${sequence++}` } : {}),
            ...(target.varying ? { [target.varying[0]]: target.varying[1]() } : {}),
          },
        }),
      },
    ],
  });
  const unwanted = target.isRefused ? result['2xx'] : result.non2xx;
  if (unwanted > 0 || result.errors > 0)
    throw new Error(`${target.url}: ${unwanted} answers of the wrong kind, ${result.errors} errors`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** Runs both in turn, `rounds` times, so that a machine that slows down slows both. */
export async function inTurn<A, B>(
  rounds: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<{ a: A[]; b: B[] }> {
  const [a, b]: [A[], B[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    a.push(await first());
    b.push(await second());
  }
  return { a, b };
}
