import type { ClaimedDelivery } from './claim-due-deliveries.ts';

/** In flight at once per mode and process. */
const inAll = 64;
/** Of these at most for one merchant, so that its endpoints cannot block those of others. */
const perMerchant = 48;
/** Of these at most for one endpoint, so that a slow one occupies no more. */
const perEndpoint = 4;

type Holder = Pick<ClaimedDelivery, 'endpointId' | 'merchantId'>;

/** Counts deliveries in flight and decides whether another one may start. */
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

  /** Releases the slot that {@link enter} took. */
  leave({ endpointId, merchantId }: Holder): void {
    this.#all -= 1;
    this.#add(merchantId, -1);
    this.#add(endpointId, -1);
  }

  #of = (id: string): number => this.#taken.get(id) ?? 0;

  #add(id: string, by: number): void {
    const count = this.#of(id) + by;
    if (count === 0) this.#taken.delete(id);
    else this.#taken.set(id, count);
  }
}
