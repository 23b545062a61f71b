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
 * Keeps each merchant's answer to a question that takes no parameters, for example about its account, so that a busy
 * merchant is asked about once in `maxAgeMs` and not with every request. Add its `listener` to the service, so that a
 * change is seen at once; `maxAgeMs` bounds what a lost message can do. A failed question is not kept.
 */
export class AnswerCache<Reply> {
  readonly listener: Listener;
  readonly #ask: (calls: BoundCalls) => Promise<Reply>;
  readonly #maxAgeMs: number;
  readonly #kept = new Map<string, Kept<Reply>>();

  constructor(options: { ask: (calls: BoundCalls) => Promise<Reply>; maxAgeMs: number; dropOn: readonly EventType[] }) {
    this.#ask = options.ask;
    this.#maxAgeMs = options.maxAgeMs;
    this.listener = { types: options.dropOn, hear: ({ scope }) => this.#drop(scope.merchantId) };
  }

  /** The answer on this merchant's behalf in this mode, at most `maxAgeMs` old. */
  get({ scope, calls }: { scope: Scope; calls: BoundCalls }): Promise<Reply> {
    const key = keyOf(scope);
    const known = this.#kept.get(key);
    if (known && known.until > performance.now()) return known.reply;
    const kept = { reply: this.#ask(calls), until: performance.now() + this.#maxAgeMs };
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
