import type { EventType } from '@mizan/contracts';
import type { Scope } from '../identity/identity.ts';
import type { Listener } from '../service.ts';
import type { BoundCalls } from './call-client.ts';

const maxMerchants = 5_000; // answers are a few kilobytes each

interface Kept<Reply> {
  reply: Promise<Reply>;
  until: number;
}

/**
 * Caches each merchant's reply to a call without parameters, for example its account, so that a busy merchant's is
 * fetched once in `maxAgeMs` and not with every request. Add its `listener` to the service, so that a change is seen at
 * once; `maxAgeMs` bounds what a lost event can do. A failed call is not cached.
 */
export class AnswerCache<Reply> {
  readonly listener: Listener;
  readonly #fetch: (calls: BoundCalls) => Promise<Reply>;
  readonly #maxAgeMs: number;
  readonly #kept = new Map<string, Kept<Reply>>();

  constructor(options: {
    fetch: (calls: BoundCalls) => Promise<Reply>;
    maxAgeMs: number;
    dropOn: readonly EventType[];
  }) {
    this.#fetch = options.fetch;
    this.#maxAgeMs = options.maxAgeMs;
    this.listener = { types: options.dropOn, onEvent: ({ scope }) => this.#drop(scope.merchantId) };
  }

  /** The answer on this merchant's behalf in this mode, at most `maxAgeMs` old. */
  get({ scope, calls }: { scope: Scope; calls: BoundCalls }): Promise<Reply> {
    const key = keyOf(scope);
    const known = this.#kept.get(key);
    if (known && known.until > performance.now()) return known.reply;
    const kept = { reply: this.#fetch(calls), until: performance.now() + this.#maxAgeMs };
    if (this.#kept.size >= maxMerchants) this.#kept.delete(this.#kept.keys().next().value ?? '');
    this.#kept.set(key, kept);
    kept.reply.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return kept.reply;
  }

  #drop(merchantId: string): void {
    for (const livemode of [true, false]) this.#kept.delete(keyOf({ merchantId, livemode }));
  }
}

const keyOf = ({ merchantId, livemode }: Scope): string => `${merchantId} ${livemode}`;
