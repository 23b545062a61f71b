import type { ClaimedDelivery } from './claim-due-deliveries.ts';

/** In flight at once per mode and process. */
const inAll = 64;
/** Of these for one merchant at most: whatever a merchant's endpoints do, others get through. */
const perMerchant = 48;
/** Of these for one endpoint at most: a slow one holds this many and no more. */
const perEndpoint = 4;

type Holder = Pick<ClaimedDelivery, 'endpointId' | 'merchantId'>;

/** Counts what is in flight and says whether one more may be. */
export class Slots {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** Takes a slot, or returns false when the endpoint, its merchant or the process has no more. */
  enter({ endpointId, merchantId }: Holder): boolean {
    if (this.#all >= inAll || this.#of(merchantId) >= perMerchant || this.#of(endpointId) >= perEndpoint) return false;
    this.#all += 1;
    this.#add(merchantId, 1);
    this.#add(endpointId, 1);
    return true;
  }

  /** Gives back what {@link enter} took. */
  leave({ endpointId, merchantId }: Holder): void {
    this.#all -= 1;
    this.#add(merchantId, -1);
    this.#add(endpointId, -1);
  }

  #of(id: string): number {
    return this.#taken.get(id) ?? 0;
  }

  #add(id: string, by: number): void {
    const count = this.#of(id) + by;
    if (count === 0) this.#taken.delete(id);
    else this.#taken.set(id, count);
  }
}
