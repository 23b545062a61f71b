import type { AccountProfile } from '@mizan/contracts';
import type { BoundCalls, Listener, Scope } from '@mizan/service-kit';

/** How old a copy may be. Changes also drop it at once, by event; this bounds what a lost message can do. */
const maxAgeMs = 5_000;
const maxAccounts = 5_000; // about 10 KB each

/** The accounts of recent requests, so that creating a session does not ask the gateway each time. */
export class AccountCache {
  readonly #copies = new Map<string, { account: Promise<AccountProfile>; until: number }>();

  /** Drops the copy of an account that changed, on every replica. */
  readonly listener: Listener = {
    types: ['account.updated'],
    hear: ({ scope }) => this.#copies.delete(scope.merchantId),
  };

  /** The account on whose behalf the service works. It is the same in both modes. */
  get({ merchantId }: Scope, calls: BoundCalls): Promise<AccountProfile> {
    const known = this.#copies.get(merchantId);
    if (known && known.until > performance.now()) return known.account;
    const account = calls.getAccount({});
    if (this.#copies.size >= maxAccounts) this.#copies.delete(this.#copies.keys().next().value ?? '');
    this.#copies.set(merchantId, { account, until: performance.now() + maxAgeMs });
    account.catch(() => this.#copies.delete(merchantId)); // the next request asks again
    return account;
  }
}
