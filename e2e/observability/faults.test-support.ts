import { expect } from '@jest/globals';
import type { ServiceName, WebhookEndpoint } from '@mizan/contracts';
import { eventually, type WebhookSink } from '@mizan/testing';
import { connect } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { awayBucket, type BackupTimer } from './backup-timer.test-support.ts';
import { bytesFor } from './bus-keeper.test-support.ts';
import type { LivePaymob } from './live-paymob.test-support.ts';
import type { RefusingMailServer } from './refusing-mail-server.test-support.ts';
import type { Storefront } from '../storefront.test-support.ts';

/** What a fault is induced on, and how it is looked at meanwhile. */
export interface Scene {
  readonly shop: Storefront;
  readonly sink: WebhookSink;
  readonly live: LivePaymob;
  readonly mailServer: RefusingMailServer;
  readonly backups: BackupTimer;
  readonly scrape: () => Promise<unknown>;
}

/** Breaks something; returns what repairs it. */
type Fault = (scene: Scene) => Promise<() => Promise<unknown>>;

const renamed =
  (service: ServiceName, table: string): Fault =>
  async ({ shop }) => {
    const db = shop.world.db(service);
    await db.query(`alter table ${table} rename to ${table}_gone`);
    return () => db.query(`alter table ${table}_gone rename to ${table}`);
  };

/** Locks a table for all others until the fault is ended. */
async function lock(shop: Storefront, service: ServiceName, table: string): Promise<() => Promise<void>> {
  const holder = await shop.world.db(service).connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

const stopped =
  (service: ServiceName): Fault =>
  async ({ shop }) => {
    await shop.world.replica(service).stop();
    return () => shop.world.replica(service).start();
  };

const busDown: Fault = async ({ shop }) => {
  await shop.world.nats.stop();
  return () => shop.world.nats.start();
};

/** Events of a type that no service handles fill so much of the services' stream of test mode, as a share. */
const filled =
  (share: number): Fault =>
  async ({ shop }) => {
    const connection = await connect({ servers: shop.world.nats.url });
    const eventBytes = 500_000;
    const publisher = jetstream(connection);
    for (let bytes = 0; bytes < bytesFor(share); bytes += eventBytes)
      await publisher.publish('events.v1.test.acct_fault.fault.filled', new Uint8Array(eventBytes));
    return async () => {
      const manager = await publisher.jetstreamManager();
      await manager.streams.purge('SERVICES_TEST', { filter: 'events.v1.test.acct_fault.>' });
      await connection.close();
    };
  };

/** A merchant's endpoint that answers 500 to everything, and no other. */
const failingEndpoint: Fault = async ({ shop, sink }) => {
  sink.answer({ status: 500 });
  const body = { url: sink.url, enabledEvents: ['*'] };
  const { id } = await shop.expect<WebhookEndpoint>(201, 'POST', '/webhook-endpoints', body);
  return () => shop.world.api('DELETE', `/webhook-endpoints/${id}`);
};

/** An administrator with all triggers off: nothing else can damage a ledger. */
async function damage(shop: Storefront, statement: string): Promise<void> {
  const admin = await shop.world.db('payments').connect();
  await admin.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);
  admin.release();
}

/** One way to make each alert necessary. */
export const faults: Readonly<Record<string, Fault>> = {
  MizanServiceDown: stopped('customers'),

  MizanDatabaseUnreachable: async ({ shop }) => {
    const role = new URL(shop.world.databaseUrls('customers').runtimeUrl).username;
    const db = shop.world.db('customers');
    await db.query(`alter role ${role} nologin`);
    await db.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
    return () => db.query(`alter role ${role} login`);
  },

  MizanBusDown: busDown,

  MizanBusFilling: filled(0.7),
  MizanBusAlmostFull: filled(0.9),

  MizanErrors: async (scene) => {
    const repair = await stopped('customers')(scene);
    for (let i = 0; i < 3; i++) {
      await scene.shop.world.api('GET', '/customers');
      await scene.scrape();
    }
    return repair;
  },

  MizanSlow: async ({ shop, scrape }) => {
    for (let i = 0; i < 2; i++) {
      const unlock = await lock(shop, 'customers', 'customers');
      const slow = Array.from({ length: 4 }, () => shop.world.api('GET', '/customers'));
      setTimeout(() => void unlock(), 1_200); // how slow the requests are, not a wait for something
      await Promise.all(slow);
      await scrape();
    }
    return async () => undefined;
  },

  MizanOutboxOld: async (scene) => {
    const repair = await busDown(scene);
    await scene.shop.stock(1_000);
    await scene.shop.world
      .db('catalog')
      .query(`update outbox set created_at = now() - interval '1 minute' where published_at is null`);
    return repair;
  },

  MizanNoLeader: async ({ shop }) => {
    const usurper = await shop.world.db('customers').connect();
    const locked = usurper.query(`select pg_advisory_lock(hashtext('leader:customers'))`);
    await shop.world
      .db('customers')
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader-leader:customers'`,
      );
    await locked;
    return async () => {
      await usurper.query('select pg_advisory_unlock_all()');
      usurper.release();
    };
  },

  MizanConsumerBehind: async ({ shop }) => {
    const unlock = await lock(shop, 'webhooks', 'inbox');
    const { product } = await shop.stock(1_000);
    for (let i = 0; i < 30; i++)
      await Promise.all(
        Array.from({ length: 20 }, (_, j) =>
          shop.expect(200, 'PATCH', `/products/${product.id}`, { name: `${i} ${j}` }),
        ),
      );
    return unlock;
  },

  MizanDeadLetters: async ({ shop }) => {
    const connection = await connect({ servers: shop.world.nats.url });
    await jetstream(connection).publish('events.v1.test.acct_none.product.created', 'no event at all');
    await connection.close();
    return () => shop.world.db('webhooks').query('delete from dead_letters');
  },

  MizanJobFails: async (scene) => {
    const repair = await renamed('payments', 'balance_dues')(scene);
    await scene.scrape();
    return repair;
  },

  MizanDeliveriesLate: async (scene) => {
    const repair = await failingEndpoint(scene);
    await scene.shop.stock(1_000);
    // What a dispatcher leased and then forgot.
    const forget = `update delivery_queue set next_at = now() - interval '2 minutes',
      claim_id = gen_random_uuid(), lease_until = now() + interval '1 hour' where attempt > 1`;
    await eventually(async () =>
      expect((await scene.shop.world.db('webhooks').query(forget)).rowCount).toBeGreaterThan(0),
    );
    return repair;
  },

  MizanDeliveriesFail: async (scene) => {
    const repair = await failingEndpoint(scene);
    const { shop, sink, scrape } = scene;
    for (let i = 0; i < 2; i++) {
      const before = sink.deliveries.length;
      await shop.stock(1_000);
      await eventually(() => expect(sink.deliveries.length).toBeGreaterThan(before));
      await scrape();
    }
    return repair;
  },

  MizanEndpointsUnwell: async (scene) => {
    const repair = await failingEndpoint(scene);
    await scene.shop.stock(1_000);
    return repair;
  },

  MizanLedgerDiffers: async ({ shop }) => {
    await shop.buy(9_000);
    await damage(shop, `update ledger_accounts set balance = balance + 1 where account = 'merchant_available'`);
    return () => damage(shop, `update ledger_accounts set balance = balance - 1 where account = 'merchant_available'`);
  },

  MizanLedgerBehind: async (scene) => {
    const repair = await busDown(scene);
    await scene.shop.buy(9_100);
    // As if ten minutes had passed, after which a journal that follows by event should have come.
    await damage(
      scene.shop,
      `update ledger_progress set seen_through = (select max(id) from ledger_tx), seen_at = '-infinity'`,
    );
    return repair;
  },

  MizanLedgerUnverified: renamed('payments', 'ledger_entries'),

  MizanSurplusKept: async ({ shop }) => {
    await damage(
      shop,
      `insert into late_successes (merchant_id, livemode, charge_id, is_surplus, due_at, attempts, created_at)
       values ('acct_fault', false, 'ch_fault', true, '2099-01-01', 9, now() - interval '2 hours')`,
    );
    return () => damage(shop, `delete from late_successes where charge_id = 'ch_fault'`);
  },

  MizanProviderAway: async ({ shop: { world }, live, scrape }) => {
    await live.connect(world);
    live.paymob.faults.add({ effect: 'html_500', times: null, path: '/v1/intention/' });
    for (let i = 0; i < 2; i++) {
      expect((await live.pay(world)).status).toBe('REQUIRES_PAYMENT_METHOD');
      await scrape();
    }
    return async () => live.paymob.faults.clear();
  },

  MizanCredentialsRefused: async ({ shop, live }) => {
    await live.connect(shop.world);
    await damage(shop, `update connections set status = 'INVALID' where provider = 'paymob' and status = 'ACTIVE'`);
    return () =>
      damage(shop, `update connections set status = 'ACTIVE' where provider = 'paymob' and status = 'INVALID'`);
  },

  MizanPaymentsDeclined: async ({ shop: { world }, live, scrape }) => {
    await live.connect(world);
    for (let i = 0; i < 2; i++) {
      const { id, charges } = await live.pay(world);
      live.paymob.pay(charges[0]?.id ?? '', { outcome: 'declined' });
      await live.becomes(world, id, 'REQUIRES_PAYMENT_METHOD');
      await scrape();
    }
    return async () => undefined;
  },

  MizanMailLate: async ({ shop }) => {
    const db = shop.world.db('webhooks');
    await db.query(
      `insert into mails (id, merchant_id, livemode, template, about_id, event_id, status, attempts, next_at, queued_at, created_at)
       values ('eml_fault', 'acct_fault', true, 'receipt', 'ch_fault', 'evt_fault', 'PENDING', 9, '2099-01-01',
         now() - interval '2 hours', now())`,
    );
    return () => db.query(`delete from mails where id = 'eml_fault'`);
  },

  MizanMailRefused: async ({ shop, live, mailServer, scrape }) => {
    const { world } = shop;
    await live.connect(world);
    const receipts = async (isOn: boolean) => {
      const body = { mail: { receipts: isOn } };
      const { status } = await world.api('PATCH', '/account/settings', body, { key: world.accounts.keys.liveSecret });
      expect(status).toBe(200);
    };
    await receipts(true);
    for (let i = 0; i < 2; i++) {
      const before = mailServer.refused.length;
      await eventually(async () => {
        const { id, charges } = await live.pay(world, { receiptEmail: 'buyer@example.com' });
        live.paymob.pay(charges[0]?.id ?? '', { outcome: 'approved' });
        await live.becomes(world, id, 'SUCCEEDED');
        expect(mailServer.refused.length).toBeGreaterThan(before); // the settings are cached for seconds
      });
      await scrape();
    }
    return () => receipts(false);
  },

  MizanBackupFails: async ({ backups }) => {
    await backups.stop();
    await backups.start(awayBucket);
    return async () => {
      await backups.stop();
      await backups.start();
    };
  },

  MizanBackupOld: async ({ backups }) => {
    await backups.age(37);
    return () => backups.age(1);
  },

  MizanPoolExhausted: async ({ shop }) => {
    const unlock = await lock(shop, 'customers', 'customers');
    const waiting = Array.from({ length: 24 }, (_, i) =>
      shop.world.api('POST', '/customers', { email: `waits-${i}@example.com` }),
    );
    // A scrape reads the database, too: one that comes later waits behind these, one that comes earlier sees none of them.
    await eventually(async () => {
      const { rows } = await shop.world
        .db('payments')
        .query(`select 1 from pg_locks where relation = 'customers.customers'::regclass and not granted`);
      expect(rows).toHaveLength(16);
    });
    return async () => {
      await unlock();
      await Promise.all(waiting);
    };
  },

  MizanEventLoopLate: async () => {
    for (let i = 0; i < 15; i++) {
      const until = performance.now() + 250;
      while (performance.now() < until); // as a synchronous calculation blocks all other requests
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return async () => undefined;
  },
};
