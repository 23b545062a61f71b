import type { Background, Database, Metrics, ServiceSecrets } from '@mizan/service-kit';
import { DeliveryPool } from './delivery-pool.ts';
import { observeDeliveries } from './observe-deliveries.ts';
import type { Sender } from '../sending/send.ts';
import { SigningKeys } from '../sending/signing-keys.ts';

export interface DispatcherOptions {
  readonly db: Database;
  readonly secrets: ServiceSecrets;
  readonly sender: Sender;
  readonly metrics: Metrics;
  readonly now?: () => Date;
}

/**
 * Sends what fan-out left in the database, for as long as the service runs: one pool per mode. Postgres is the queue, so
 * any number of processes may run it side by side and a killed one leaves nothing behind but leases that run out.
 */
export class Dispatcher implements Background {
  readonly #sender: Sender;
  readonly #live: DeliveryPool;
  readonly #test: DeliveryPool;

  constructor({ db, secrets, sender, metrics, now = () => new Date() }: DispatcherOptions) {
    const shared = { db, sender, metrics, keys: new SigningKeys(secrets), now };
    this.#sender = sender;
    this.#live = new DeliveryPool({ ...shared, livemode: true });
    this.#test = new DeliveryPool({ ...shared, livemode: false });
    observeDeliveries(metrics, db.system, { live: this.#live, test: this.#test });
  }

  start(): void {
    this.#live.start();
    this.#test.start();
  }

  /** Says that deliveries of this mode have just been made. */
  wake(livemode: boolean): void {
    (livemode ? this.#live : this.#test).wake();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#live.stop(), this.#test.stop()]);
    await this.#sender.close();
  }
}
