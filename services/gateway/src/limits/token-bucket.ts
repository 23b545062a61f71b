/** The state of a bucket, as the `RateLimit-…` headers report it. */
export interface BucketState {
  /** Capacity of the bucket. */
  readonly limit: number;
  readonly remaining: number;
  /** Time until it is full again. */
  readonly resetSeconds: number;
  /** Tokens added each second. */
  readonly perSecond: number;
}

/** The allowed rate: `perSecond` on average, `burst` at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Tokens are added steadily up to a maximum; every request takes one. Time is a parameter, so that tests need not wait. */
export class TokenBucket {
  readonly #whole: Rate;
  #shares: number;
  #rate: Rate;
  #tokens: number;
  #asOfMs: number;

  /** @param shares of which this bucket holds one */
  constructor(whole: Rate, nowMs: number, shares = 1) {
    this.#whole = whole;
    this.#shares = shares;
    this.#rate = shareOf(whole, shares);
    this.#tokens = this.#rate.burst;
    this.#asOfMs = nowMs;
  }

  /** Changes the number of shares; the bucket stays as full as it was, so that no caller gains or loses by it. */
  share(shares: number, nowMs: number): void {
    if (shares === this.#shares) return;
    this.#refill(nowMs);
    const fullness = this.#tokens / this.#rate.burst;
    this.#shares = shares;
    this.#rate = shareOf(this.#whole, shares);
    this.#tokens = fullness * this.#rate.burst;
  }

  /** Takes a token if there is one. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /**
   * Takes tokens for what has happened already, down to `floor` and no further: at 0 or below, so that nothing taken together
   * makes a longer debt than that. A bucket that is below it already stays as it is.
   */
  spend(tokens: number, floor: number, nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens = Math.min(this.#tokens, Math.max(floor, this.#tokens - tokens));
  }

  /** Whether a token could be taken, without taking it. */
  has(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= 1;
  }

  /** Seconds until the next token, whole and at least one: the value of `Retry-After`. */
  get waitSeconds(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.#rate.perSecond));
  }

  get state(): BucketState {
    const { perSecond, burst } = this.#rate;
    return {
      limit: burst,
      remaining: Math.max(0, Math.floor(this.#tokens)),
      resetSeconds: Math.ceil((burst - this.#tokens) / perSecond),
      perSecond,
    };
  }

  #refill(nowMs: number): void {
    const passedMs = Math.max(0, nowMs - this.#asOfMs);
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + (passedMs / 1000) * this.#rate.perSecond);
    this.#asOfMs = nowMs;
  }
}

const shareOf = ({ perSecond, burst }: Rate, shares: number): Rate => ({
  perSecond: perSecond / shares,
  burst: Math.max(1, Math.floor(burst / shares)),
});
