import type {
  ConfirmedCheckout,
  ConfirmHostedCheckout,
  ErrorCode,
  ErrorEnvelope,
  HostedCheckout,
  UpdateHostedCheckout,
} from '@mizan/contracts';

/** A refusal by the platform. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly param: string | undefined;

  constructor(status: number, body: Partial<ErrorEnvelope> | undefined) {
    super(body?.error?.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = body?.error?.code;
    this.param = body?.error?.param;
  }

  /** True when nobody knows whether the request took effect. */
  get isUncertain(): boolean {
    return this.status >= 500 && this.status !== 503;
  }
}

/** Nobody answered: no network, or a connection that broke while waiting. */
export class NoAnswer extends Error {}

/** What the page asks of the platform, in the name of one session, or of a payment link that has none yet. */
export class CheckoutApi {
  readonly #path: string;
  readonly #secret: string | undefined;

  /**
   * @param id of the session, or the last part of a payment link's address
   * @param secret of the session; a link needs none
   */
  constructor(id: string, secret: string | undefined) {
    this.#path = `/client/checkout/${encodeURIComponent(id)}`;
    this.#secret = secret;
  }

  read(): Promise<HostedCheckout> {
    return this.#send('GET', '');
  }

  change(body: UpdateHostedCheckout): Promise<HostedCheckout> {
    return this.#send('PATCH', '', body);
  }

  /** Begins a checkout again that ended without money. */
  recover(): Promise<HostedCheckout> {
    return this.#send('POST', '/recover');
  }

  /** @param key makes a repeat of the same confirm answer what the first one did */
  confirm(body: ConfirmHostedCheckout, key: string): Promise<ConfirmedCheckout> {
    return this.#send('POST', '/confirm', body, { 'Idempotency-Key': key });
  }

  async #send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(this.#path + path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        ...(this.#secret === undefined ? {} : { 'Client-Secret': this.#secret }),
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => {
      throw new NoAnswer();
    });
    const parsed: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok || parsed === undefined)
      throw new Refusal(answer.ok ? 500 : answer.status, parsed as Partial<ErrorEnvelope>);
    return parsed as T;
  }
}
