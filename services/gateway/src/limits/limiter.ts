import { BoundedMap, Problem, type Scope, type SystemReader } from '@mizan/service-kit';
import { networkOf } from '../network/address-ranges.ts';
import type { KnownKey } from '../api-keys/known-key.ts';
import type { Route } from '../routing/route-table.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import { attemptRules, countAttempt } from './count-attempt.ts';
import type { Limits } from './rates.ts';
import { TokenBucket, type Rate, type Standing } from './token-bucket.ts';

const bucketsMax = 20_000; // of each kind; one is about 200 bytes
const subjectMax = 300; // characters of a path that a row keeps

/** Who asks, as far as limits care. */
export interface Caller {
  readonly key: KnownKey | undefined;
  readonly clientIp: string;
}

/** What a request took: how its bucket stands, and the slot to give back. */
export interface Admission {
  readonly standing: Standing;
  release(): void;
}

/**
 * The limits of rates. Buckets are this gateway's own and hold its share: the rate divided by the number of gateways.
 * So the sum is never exceeded for longer than it takes to notice a new gateway, and a load balancer that spreads
 * unevenly grants an account less than its rate, never more. Attempts to pay, and to change a checkout or payment, are
 * counted in the database, exactly. Every limit by address goes by its network: `networkOf`.
 */
export class Limiter {
  readonly #limits: Limits;
  readonly #db: SystemReader;
  readonly #replicas: { readonly current: number };
  readonly #lag: Pick<EventLoopLag, 'isHigh'>;
  readonly #nowMs: () => number;
  // Apart from each other: what strangers send must not push an account's bucket out.
  readonly #accounts = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #addresses = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #badKeys = new BoundedMap<TokenBucket>(bucketsMax);
  readonly #running = new Map<string, number>();

  constructor(
    limits: Limits,
    db: SystemReader,
    replicas: { readonly current: number },
    lag: Pick<EventLoopLag, 'isHigh'>,
    nowMs = Date.now,
  ) {
    this.#limits = limits;
    this.#db = db;
    this.#replicas = replicas;
    this.#lag = lag;
    this.#nowMs = nowMs;
  }

  /**
   * Refuses an address that shows one invalid key after the other, before another key is looked up for it.
   *
   * @throws Problem `rate_limit`
   */
  checkBadKeys(clientIp: string): void {
    const bucket = this.#known(this.#badKeys, networkOf(clientIp));
    if (bucket && !bucket.has(this.#nowMs())) throw tooMany(bucket, 'client', 'Too many requests with invalid keys.');
  }

  /** Remembers that an address showed an invalid key. */
  noteBadKey(clientIp: string): void {
    const { MIZAN_RATE_LIMIT_BAD_KEYS_PER_SECOND: perSecond, MIZAN_RATE_LIMIT_BAD_KEYS_BURST: burst } = this.#limits;
    this.#bucket(this.#badKeys, networkOf(clientIp), { perSecond, burst }).take(this.#nowMs());
  }

  /**
   * Takes what a request costs from every bucket it counts against.
   *
   * @param route undefined: a path that there is not
   * @throws Problem `rate_limit`, with the reason in `RateLimit-Reason`
   */
  admit({ key, clientIp }: Caller, route: Route | undefined): Admission {
    const isBuyer = !key || route?.audience === 'client';
    const whole = isBuyer ? this.#ofAddress(clientIp) : this.#ofAccount(key.scope);
    if (!whole.take(this.#nowMs()))
      throw tooMany(whole, isBuyer ? 'client' : 'account', 'Too many requests in too short a time.');
    if (route?.isList && this.#lag.isHigh)
      throw new Problem('internal_error', 'The platform is busy; lists wait so that payments need not.', {
        status: 503,
        retryAfterSeconds: 1,
      });
    if (key && route?.maxPerSecond !== undefined) this.#takeOfOperation(key.scope, route.id, route.maxPerSecond);
    return { standing: whole.standing, release: isBuyer ? () => undefined : this.#occupy(key.id, whole) };
  }

  /**
   * Counts an attempt to pay or to change something, where the route is one: of an address what buyers do, of an account
   * what merchants do.
   *
   * @param pathname names the checkout or payment; whether there is such a one is not known here
   * @throws Problem `rate_limit`
   */
  async countAttempt({ attempt, audience }: Route, pathname: string, { key, clientIp }: Caller): Promise<void> {
    if (!attempt) return;
    const isMerchant = key && audience !== 'client';
    const by = isMerchant ? `${key.scope.merchantId} ${key.scope.livemode}` : networkOf(clientIp);
    const subject = `${attempt} ${by} ${pathname.slice(0, subjectMax)}`;
    await countAttempt(this.#db, attemptRules(this.#limits)[attempt], subject);
  }

  #ofAccount({ merchantId, livemode }: Scope): TokenBucket {
    const limits = this.#limits;
    const rate = livemode
      ? { perSecond: limits.MIZAN_RATE_LIMIT_LIVE_PER_SECOND, burst: limits.MIZAN_RATE_LIMIT_LIVE_BURST }
      : { perSecond: limits.MIZAN_RATE_LIMIT_TEST_PER_SECOND, burst: limits.MIZAN_RATE_LIMIT_TEST_BURST };
    return this.#bucket(this.#accounts, `${merchantId} ${livemode}`, rate);
  }

  #ofAddress(clientIp: string): TokenBucket {
    const { MIZAN_RATE_LIMIT_ADDRESS_PER_SECOND: perSecond, MIZAN_RATE_LIMIT_ADDRESS_BURST: burst } = this.#limits;
    return this.#bucket(this.#addresses, networkOf(clientIp), { perSecond, burst });
  }

  #takeOfOperation({ merchantId, livemode }: Scope, id: string, perSecond: number): void {
    const bucket = this.#bucket(this.#accounts, `${merchantId} ${livemode} ${id}`, { perSecond, burst: perSecond });
    if (!bucket.take(this.#nowMs())) throw tooMany(bucket, 'endpoint', 'Too many requests of this kind.');
  }

  #occupy(keyId: string, bucket: TokenBucket): () => void {
    const most = Math.max(1, Math.floor(this.#limits.MIZAN_RATE_LIMIT_CONCURRENT / this.#replicas.current));
    const running = this.#running.get(keyId) ?? 0;
    if (running >= most) throw tooMany(bucket, 'concurrency', `This key has ${most} requests under way already.`);
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
    let bucket = this.#known(of, name);
    if (!bucket) of.set(name, (bucket = new TokenBucket(rate, this.#nowMs(), this.#replicas.current)));
    return bucket;
  }

  /** A bucket that was there before, at its present share. */
  #known(of: BoundedMap<TokenBucket>, name: string): TokenBucket | undefined {
    const bucket = of.get(name);
    bucket?.share(this.#replicas.current, this.#nowMs());
    return bucket;
  }
}

function tooMany(bucket: TokenBucket, reason: string, message: string): Problem {
  return new Problem('rate_limit', message, {
    retryAfterSeconds: bucket.waitSeconds,
    headers: { 'RateLimit-Reason': reason, ...standingHeaders(bucket.standing) },
  });
}

/** The headers that tell a caller how its bucket stands. */
export const standingHeaders = ({ limit, remaining, resetSeconds, perSecond }: Standing): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSeconds),
  'RateLimit-Policy': `${Math.round(perSecond * 100) / 100};w=1`,
});
