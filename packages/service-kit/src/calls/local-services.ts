import type { IncomingHttpHeaders } from 'node:http';
import type { Call, ServiceName } from '@mizan/contracts';

/** A call as it is sent: headers in lower case, a body of JSON. */
export interface SentCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a service answers to a call. */
export interface CallAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers as `POST /internal/calls/<name>` does. */
export type AnswerCall = (name: string, sent: SentCall) => Promise<CallAnswer>;

interface LocalService {
  readonly answer: AnswerCall;
  readonly unanswered: Set<Promise<unknown>>;
}

/** The services of this process, which call each other without a connection. */
export class LocalServices {
  readonly #services = new Map<ServiceName, LocalService>();

  /** Lets the others call a service. The returned function ends that, and waits for the calls in progress. */
  add(name: ServiceName, answer: AnswerCall): () => Promise<void> {
    const unanswered = new Set<Promise<unknown>>();
    this.#services.set(name, { answer, unanswered });
    return async () => {
      this.#services.delete(name);
      await Promise.all(unanswered);
    };
  }

  /**
   * Has the called service answer. Rejects as an HTTP client does: with `ECONNREFUSED` while the service does not run, and when the
   * signal's deadline passes, although the service goes on.
   */
  async answer(
    name: string,
    { to }: Call,
    { signal, ...sent }: SentCall & { signal: AbortSignal },
  ): Promise<CallAnswer> {
    const service = this.#services.get(to);
    if (!service) throw Object.assign(new Error(`${to} does not run in this process`), { code: 'ECONNREFUSED' });
    const answering = service.answer(name, sent);
    service.unanswered.add(answering);
    void answering.finally(() => service.unanswered.delete(answering));
    const late = Promise.withResolvers<never>();
    const onLate = (): void => late.reject(signal.reason);
    signal.addEventListener('abort', onLate);
    return Promise.race([answering, late.promise]).finally(() => signal.removeEventListener('abort', onLate));
  }
}
