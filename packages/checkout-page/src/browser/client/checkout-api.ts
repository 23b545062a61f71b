import type {
  ConfirmedCheckout,
  ConfirmHostedCheckout,
  ErrorCode,
  ErrorEnvelope,
  HostedCheckout,
  UpdateHostedCheckout,
} from '@mizan/contracts';

/** An error response of the platform. */
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

  /** True when it is unknown whether the request took effect. */
  get isUncertain(): boolean {
    return this.status >= 500 && this.status !== 503;
  }
}

/** No response: no network, or a connection that broke while waiting. */
export class NoAnswer extends Error {}

interface Request {
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The platform as a merchant's page reaches it. */
export interface Platform {
  /** For example `https://pay.example.com`. */
  readonly origin: string;
  readonly publishableKey?: string | undefined;
}

/** The platform's client API for one session, or for a payment link that has none yet. */
export class CheckoutApi {
  readonly #path: string;
  readonly #key: string | undefined;
  readonly #secret: string | undefined;

  /**
   * @param id of the session, or the last part of a payment link's address
   * @param secret of the session; a link needs none
   * @param platform where requests go, when not to the page's own origin
   */
  constructor(id: string, secret: string | undefined, platform: Platform = { origin: '' }) {
    this.#path = `${platform.origin}/client/checkout/${encodeURIComponent(id)}`;
    this.#key = platform.publishableKey;
    this.#secret = secret;
  }

  read(): Promise<HostedCheckout> {
    return this.#send('GET');
  }

  change(body: UpdateHostedCheckout): Promise<HostedCheckout> {
    return this.#send('PATCH', { body });
  }

  /** Recovers a checkout that ended without money: creates a copy. */
  recover(): Promise<HostedCheckout> {
    return this.#send('POST', { path: '/recover' });
  }

  /** @param key idempotency key: a retry with it returns the first response */
  confirm(body: ConfirmHostedCheckout, key: string): Promise<ConfirmedCheckout> {
    return this.#send('POST', { path: '/confirm', body, headers: { 'Idempotency-Key': key } });
  }

  async #send<T>(method: string, { path = '', body, headers }: Request = {}): Promise<T> {
    const answer = await fetch(this.#path + path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        ...(this.#secret === undefined ? {} : { 'Client-Secret': this.#secret }),
        ...(this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` }),
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
