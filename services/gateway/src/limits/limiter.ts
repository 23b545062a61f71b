import { BoundedMap, networkOf, Problem, type Scope, type SystemReader } from '@mizan/service-kit';
import type { Route } from '../routing/route-table.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import { attemptRules, countAttempt } from './count-attempt.ts';
import type { Limits } from '../config.ts';
import { TokenBucket, type Rate, type BucketState } from './token-bucket.ts';

const bucketsMax = 20_000; // of each kind; one is about 200 bytes
const overloaded = 'The platform is overloaded. Lists are refused first, so that payments go through.';
const subjectMax = 300; // characters of a path that a row keeps

/** The sender of a request, as far as limits depend on it. */
export interface Caller {
  readonly key: { readonly id: string; readonly scope: Scope } | undefined;
  readonly clientIp: string;
}

/** The key of a merchant's own request; undefined for those of buyers, who may send a publishable key as well. */
export const merchantKeyOf = <Key>(
  key: Key | undefined,
  route: Pick<Route, 'audience'> | undefined,
): Key | undefined => (route?.audience === 'client' ? undefined : key);

/** An admitted request: the state of its bucket, and the concurrency slot to release. */
export interface Admission {
  readonly bucket: BucketState;
  release(): void;
}

export interface LimiterOptions {
  readonly limits: Limits;
  readonly db: SystemReader;
  /** How many gateways share the limits. */
  readonly replicas: { readonly current: number };
  readonly lag: Pick<EventLoopLag, 'isHigh'>;
  readonly nowMs?: () => number;
}

/**
 * The rate limits. Each gateway has its own buckets, which hold its share: the rate divided by the number of gateways. The
 * total is therefore exceeded only until a new gateway is noticed, and behind a load balancer that distributes unevenly an
 * account gets less than its rate, never more. Attempts to pay, and to change a checkout or payment, are counted exactly,
 * in the database. Limits by address apply to its network: `networkOf`.
 */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #limits: Limits;
  readonly #nowMs: () => number;
  // Separate maps, so that requests of unknown callers cannot evict an account's bucket.
  readonly #accounts = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #addresses = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #badKeys = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #eventBytes = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #running = new Map<string, number>();

  constructor(options: LimiterOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  /** Refuses an address that sent too many invalid keys, before another one is looked up. @throws Problem `rate_limit` */
  assertFewBadKeys(clientIp: string): void {
    const bucket = this.#existing(this.#badKeys, networkOf(clientIp));
    if (bucket && !bucket.has(this.#nowMs())) throw tooMany(bucket, 'client', 'Too many requests with invalid keys.');
  }

  /** Counts an invalid key of an address. */
  countBadKey(clientIp: string): void {
    const { MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: perSecond, MIZAN_RATE_LIMIT_BAD_KEYS_BURST: burst } = this.#limits;
    this.#bucket(this.#badKeys, networkOf(clientIp), { perSecond, burst }).take(this.#nowMs());
  }

  /**
   * Counts a request against every bucket that applies to it. Without a route, the path does not exist.
   *
   * @throws Problem `rate_limit`, with the reason in `RateLimit-Reason`
   */
  admit({ key, clientIp }: Caller, route: Route | undefined): Admission {
    const merchant = merchantKeyOf(key, route);
    const whole = merchant ? this.#accountBucket(merchant.scope) : this.#addressBucket(clientIp);
    if (!whole.take(this.#nowMs()))
      throw tooMany(whole, merchant ? 'account' : 'client', 'Too many requests in too short a time.');
    if (route?.isList && this.#options.lag.isHigh)
      throw new Problem('internal_error', overloaded, { status: 503, retryAfterSeconds: 1 });
    if (key && route?.isLimitedByEventBytes) this.#assertEventBytes(key.scope);
    if (key && route?.maxPerSecond !== undefined) this.#takeFromOperation(key.scope, route.id, route.maxPerSecond);
    return { bucket: whole.state, release: merchant ? this.#occupy(merchant.id, whole) : () => undefined };
  }

  /**
   * Counts the bytes of the events that a request of an account emitted, buyers' requests included. Requests that are
   * never refused for them make no debt; the others, several of which may run at a time, at most that of one request.
   */
  countEventBytes(scope: Scope, bytes: number, route: Pick<Route, 'isLimitedByEventBytes'>): void {
    this.#eventBucket(scope).spend(bytes, route.isLimitedByEventBytes ? -bytes : 0, this.#nowMs());
  }

  /** @throws Problem `rate_limit`: the account's events have used up their bytes */
  #assertEventBytes(scope: Scope): void {
    const bucket = this.#eventBucket(scope);
    if (!bucket.has(this.#nowMs()))
      throw tooMany(
        bucket,
        'event_bytes',
        'The events of the account’s commands in a short time were too large. Send fewer or smaller ones.',
      );
  }

  #eventBucket({ merchantId, livemode }: Scope): TokenBucket {
    const limits = this.#limits;
    const rate = livemode
      ? {
          perSecond: limits.MIZAN_RATE_LIMIT_LIVE_EVENT_BYTES_PER_SECOND,
          burst: limits.MIZAN_RATE_LIMIT_LIVE_EVENT_BYTES_BURST,
        }
      : {
          perSecond: limits.MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_PER_SECOND,
          burst: limits.MIZAN_RATE_LIMIT_TEST_EVENT_BYTES_BURST,
        };
    return this.#bucket(this.#eventBytes, `${merchantId} ${livemode}`, rate);
  }

  /**
   * Counts an attempt to pay or to change something, if the route is one: by address for buyers, by account for merchants.
   *
   * @param pathname identifies the checkout or payment, which may not exist
   * @throws Problem `rate_limit`
   */
  async countAttempt(route: Route, pathname: string, { key, clientIp }: Caller): Promise<void> {
    const { attempt } = route;
    if (!attempt) return;
    const scope = merchantKeyOf(key, route)?.scope;
    const by = scope ? `${scope.merchantId} ${scope.livemode}` : networkOf(clientIp);
    const subject = `${attempt} ${by} ${pathname.slice(0, subjectMax)}`;
    await countAttempt(this.#options.db, attemptRules(this.#limits)[attempt], subject);
  }

  #accountBucket({ merchantId, livemode }: Scope): TokenBucket {
    const limits = this.#limits;
    const rate = livemode
      ? { perSecond: limits.MIZAN_RATE_LIMIT_LIVE_PER_SECOND, burst: limits.MIZAN_RATE_LIMIT_LIVE_BURST }
      : { perSecond: limits.MIZAN_RATE_LIMIT_TEST_PER_SECOND, burst: limits.MIZAN_RATE_LIMIT_TEST_BURST };
    return this.#bucket(this.#accounts, `${merchantId} ${livemode}`, rate);
  }

  #addressBucket(clientIp: string): TokenBucket {
    const { MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: perSecond, MIZAN_RATE_LIMIT_ADDRESS_BURST: burst } = this.#limits;
    return this.#bucket(this.#addresses, networkOf(clientIp), { perSecond, burst });
  }

  #takeFromOperation({ merchantId, livemode }: Scope, id: string, perSecond: number): void {
    const bucket = this.#bucket(this.#accounts, `${merchantId} ${livemode} ${id}`, { perSecond, burst: perSecond });
    if (!bucket.take(this.#nowMs())) throw tooMany(bucket, 'endpoint', 'Too many requests of this kind.');
  }

  #occupy(keyId: string, bucket: TokenBucket): () => void {
    const most = Math.max(1, Math.floor(this.#limits.MIZAN_RATE_LIMIT_CONCURRENT / this.#options.replicas.current));
    const running = this.#running.get(keyId) ?? 0;
    if (running >= most) throw tooMany(bucket, 'concurrency', `This key already has ${most} concurrent requests.`);
    this.#running.set(keyId, running + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#running.get(keyId) ?? 1) - 1;
      if (left > 0) this.#running.set(keyId, left);
      else this.#running.delete(keyId);
    };
  }

  #bucket(of: BoundedMap<TokenBucket>, name: string, rate: Rate): TokenBucket {
    let bucket = this.#existing(of, name);
    if (!bucket) of.set(name, (bucket = new TokenBucket(rate, this.#nowMs(), this.#options.replicas.current)));
    return bucket;
  }

  /** An existing bucket, at its current share. */
  #existing(of: BoundedMap<TokenBucket>, name: string): TokenBucket | undefined {
    const bucket = of.get(name);
    bucket?.share(this.#options.replicas.current, this.#nowMs());
    return bucket;
  }
}

/** Why a request is refused, for `RateLimit-Reason`. */
export const limitReasons = ['account', 'client', 'endpoint', 'concurrency', 'event_bytes'] as const;

function tooMany(bucket: TokenBucket, reason: (typeof limitReasons)[number], message: string): Problem {
  const headers = { 'RateLimit-Reason': reason, ...rateLimitHeaders(bucket.state) };
  return new Problem('rate_limit', message, { retryAfterSeconds: bucket.waitSeconds, headers });
}

/** The headers that describe the state of a caller's bucket. */
export const rateLimitHeaders = (state: BucketState): Record<string, string> => ({
  'RateLimit-Limit': String(state.limit),
  'RateLimit-Remaining': String(state.remaining),
  'RateLimit-Reset': String(state.resetSeconds),
  'RateLimit-Policy': `${Math.round(state.perSecond * 100) / 100};w=1`,
});
