import type { KeptAnswer, StripeState } from '../state.ts';
import { StripeRefusal } from './refusal.ts';

const keyLifeMs = 24 * 60 * 60_000;

/** An answer, whether it stands for all later requests under its key, and whether it is such a repetition. */
export interface Performed {
  readonly status: number;
  readonly body: string;
  readonly isKept: boolean;
  readonly isRepeated?: boolean;
}

interface KeyedRequest {
  readonly key: string;
  /** Account and mode: a key of another account is another key. */
  readonly scope: string;
  /** Path and parameters. */
  readonly request: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Idempotency as Stripe documents it: the first answer under a key stands for a day, whatever it was, unless the
 * parameters could not be read. Other parameters under the key are refused, and so is a request while the first one runs.
 */
export class IdempotentRequests {
  readonly #state: StripeState;
  readonly #mark: (answer: KeptAnswer) => void;
  /** Requests that run, by scope and key. */
  readonly #running = new Map<string, string>();
  /** Keys that arrived, each once, oldest first. */
  readonly keys = new Set<string>();

  /** @param mark is called with each answer that is new or changed */
  constructor(state: StripeState, mark: (answer: KeptAnswer) => void) {
    this.#state = state;
    this.#mark = mark;
  }

  async perform(keyed: KeyedRequest, act: () => Promise<Performed>): Promise<Performed> {
    const { key, scope, request, now } = keyed;
    const name = JSON.stringify([scope, key]);
    this.keys.add(key);
    this.#state.answers = this.#state.answers.filter(({ at }) => now - at < keyLifeMs);
    const kept = this.#state.answers.find(({ id }) => id === name);
    const first = kept?.request ?? this.#running.get(name);
    if (first !== undefined && first !== request) throw otherParameters(key);
    if (kept) return { status: kept.status, body: kept.body, isKept: true, isRepeated: true };
    if (first !== undefined) throw inUse(key);
    this.#running.set(name, request);
    try {
      const performed = await act();
      if (performed.isKept) this.#keep({ id: name, request, status: performed.status, body: performed.body, at: now });
      return performed;
    } finally {
      this.#running.delete(name);
    }
  }

  /** As Stripe does after a day. */
  forget(): void {
    for (const answer of this.#state.answers) {
      answer.at = 0; // also in the file
      this.#mark(answer);
    }
    this.#state.answers = [];
  }

  #keep(answer: KeptAnswer): void {
    this.#state.answers.push(answer);
    this.#mark(answer);
  }
}

const otherParameters = (key: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

const inUse = (key: string): StripeRefusal =>
  new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    doc_url: 'https://stripe.com/docs/error-codes/idempotency-key-in-use',
    message: `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
