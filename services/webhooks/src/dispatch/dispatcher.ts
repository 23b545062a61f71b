import type { Background, Database, Metrics } from '@mizan/service-kit';
import { DeliveryPool } from './delivery-pool.ts';
import { observeDeliveries } from './observe-deliveries.ts';
import type { Sender } from '../sending/send.ts';
import type { SigningKeys } from '../sending/sign.ts';

export interface DispatcherOptions {
  readonly db: Database;
  readonly signingKeys: SigningKeys;
  readonly sender: Sender;
  readonly metrics: Metrics;
  readonly now?: () => Date;
}

/**
 * Sends the deliveries that fan-out stored in the database: one pool per mode. Postgres is the queue, so any number of
 * processes may run it side by side, and a killed one leaves nothing behind but leases that expire.
 */
export class Dispatcher implements Background {
  readonly #sender: Sender;
  readonly #live: DeliveryPool;
  readonly #test: DeliveryPool;

  constructor({ db, signingKeys, sender, metrics, now = () => new Date() }: DispatcherOptions) {
    const shared = { db, sender, metrics, signingKeys, now };
    this.#sender = sender;
    this.#live = new DeliveryPool({ ...shared, livemode: true });
    this.#test = new DeliveryPool({ ...shared, livemode: false });
    observeDeliveries(metrics, db.system, { live: this.#live, test: this.#test });
  }

  start(): void {
    this.#live.start();
    this.#test.start();
  }

  /** Called when deliveries of this mode have just been created. */
  wake(livemode: boolean): void {
    (livemode ? this.#live : this.#test).wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#live.stop(), this.#test.stop()]);
    await this.#sender.close();
  }
}
