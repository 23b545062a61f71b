import { Client } from 'undici';
import { connectPinned, type ConnectOptions } from './connect-pinned.ts';

/** One connection, lent to one attempt. */
export interface Lease {
  readonly client: Client;
  /** True when the connection was already open: the endpoint may have closed it meanwhile. */
  readonly reused: boolean;
  /** Returns the connection; `keep` false closes it. */
  release(keep: boolean): void;
}

/** Where a connection leads: an endpoint's origin, and the checked addresses it may be dialled at. */
export interface Route {
  readonly endpointId: string;
  readonly origin: string;
  readonly hostname: string;
  readonly addresses: readonly string[];
}

/** Kept-alive connections, never shared between endpoints. */
export interface Connections {
  /** @param fresh true to skip connections that are already open */
  lease(route: Route, fresh?: boolean): Lease;
  close(): Promise<void>;
}

/** Endpoints whose idle connections are kept; the least recently used is dropped first. Limits idle sockets to four times this. */
const maxEndpoints = 256;
/** As many as the dispatcher has in flight to one endpoint. */
const maxIdlePerEndpoint = 4;
/** Idle connections close after this, or a second before the endpoint's own `Keep-Alive` hint. */
const idleMs = 10_000;
const longestIdleMs = 30_000;

interface Kept {
  readonly route: Route;
  readonly idle: Client[];
}

/** Creates an empty pool of connections, which {@link connectPinned} opens. */
export function keptConnections(options: ConnectOptions): Connections {
  const byEndpoint = new Map<string, Kept>();
  const lent = new Set<Client>();

  function open(route: Route): Client {
    return new Client(route.origin, {
      connect: connectPinned(route.hostname, route.addresses, options),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: longestIdleMs,
      // The attempt has its own deadline; two more timers per request would be waste.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  function keptFor(route: Route): Kept {
    const known = byEndpoint.get(route.endpointId);
    const kept = known !== undefined && leadsTo(known.route, route) ? known : { route, idle: [] };
    if (known !== undefined && known !== kept) closeAll(known.idle);
    byEndpoint.delete(route.endpointId);
    byEndpoint.set(route.endpointId, kept);
    const oldest = byEndpoint.size > maxEndpoints ? byEndpoint.entries().next().value : undefined;
    if (oldest !== undefined) {
      byEndpoint.delete(oldest[0]);
      closeAll(oldest[1].idle);
    }
    return kept;
  }

  return {
    lease(route, fresh = false) {
      const kept = keptFor(route);
      if (fresh) closeAll(kept.idle);
      const client = kept.idle.pop() ?? open(kept.route);
      lent.add(client);
      return {
        client,
        reused: client.stats.connected,
        release(keep) {
          lent.delete(client);
          const isCurrent = byEndpoint.get(route.endpointId) === kept;
          if (keep && isCurrent && !client.destroyed && kept.idle.length < maxIdlePerEndpoint) kept.idle.push(client);
          else void client.destroy();
        },
      };
    },
    async close() {
      const all = [...lent, ...[...byEndpoint.values()].flatMap((kept) => kept.idle)];
      byEndpoint.clear();
      await Promise.all(all.map((client) => client.destroy()));
    },
  };
}

/** A kept connection serves a newer route while every address it may dial is still among the checked ones. */
function leadsTo(kept: Route, route: Route): boolean {
  return kept.origin === route.origin && kept.addresses.every((address) => route.addresses.includes(address));
}

function closeAll(idle: Client[]): void {
  for (const client of idle.splice(0)) void client.destroy();
}
