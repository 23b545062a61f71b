import type { AccountProfile } from '@mizan/contracts';
import type { BoundCalls, Scope } from '@mizan/service-kit';

/** How long a profile is believed without asking again; `account.updated` drops it earlier. */
const freshMs = 5_000;

/**
 * The gateway's answers about accounts: asked once in five seconds for each account, and shared by requests that come
 * while it is being asked. A failed question is not remembered.
 */
export class AccountCache {
  readonly #entries = new Map<string, { until: number; profile: Promise<AccountProfile> }>();

  /** The profile of the account on whose behalf the caller works. */
  get(scope: Scope, calls: BoundCalls): Promise<AccountProfile> {
    const known = this.#entries.get(scope.merchantId);
    if (known && known.until > performance.now()) return known.profile;
    const profile = calls.getAccount({});
    const entry = { until: performance.now() + freshMs, profile };
    this.#entries.set(scope.merchantId, entry);
    profile.catch(() => {
      if (this.#entries.get(scope.merchantId) === entry) this.#entries.delete(scope.merchantId);
    });
    return profile;
  }

  /** Forgets an account that has changed. */
  drop(merchantId: string): void {
    this.#entries.delete(merchantId);
  }
}
