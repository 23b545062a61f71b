import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import { Client, type buildConnector } from 'undici';
import { parseAddress } from '../targets/address-policy.ts';
import { SendFailure } from './send-result.ts';

/** Opens a TCP connection to a literal address. Tests replace it to record every address that is dialled. */
export type Dial = (address: string, port: number) => Socket;

const dialTcp: Dial = (address, port) => connectTcp({ host: address, port, noDelay: true });

export interface ConnectOptions {
  /** Budget for TCP over all addresses together, milliseconds. */
  readonly connectTimeoutMs: number;
  readonly tlsTimeoutMs: number;
  readonly secureContext: SecureContext;
  readonly dial?: Dial;
}

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

/**
 * Endpoints whose idle connections are kept; the least recently used is dropped first. Limits idle sockets to four times
 * this.
 */
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
      connect: connectPinned(route, options),
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

/** How many addresses one attempt tries; more would not fit into the connect budget. */
const maxAddressesTried = 3;

/**
 * A connector for undici that never looks a name up: it dials the addresses that were checked, confirms that the peer is
 * the address dialled before the first byte is written, then starts TLS for the name, certificate verified.
 */
function connectPinned(route: Route, options: ConnectOptions): buildConnector.connector {
  return ({ port }, callback) => {
    openTls(route, port === '' ? 443 : Number(port), options).then(
      (socket) => callback(null, socket),
      (cause: unknown) => callback(cause instanceof Error ? cause : new SendFailure('connect_failed', cause), null),
    );
  };
}

async function openTls({ hostname, addresses }: Route, port: number, options: ConnectOptions): Promise<TLSSocket> {
  const socket = await openTcp(addresses.slice(0, maxAddressesTried), port, options);
  const tls = connectTls({
    socket,
    host: hostname,
    // A literal has no server name to indicate (RFC 6066, section 3); the certificate is checked against it all the same.
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot turn it off.
    rejectUnauthorized: true,
    secureContext: options.secureContext,
  });
  return connected(tls, options.tlsTimeoutMs, 'tls');
}

async function openTcp(addresses: readonly string[], port: number, options: ConnectOptions): Promise<Socket> {
  const { dial = dialTcp, connectTimeoutMs } = options;
  const deadline = performance.now() + connectTimeoutMs;
  let failure = new SendFailure('connect_failed');
  for (const [index, address] of addresses.entries()) {
    const shareMs = (deadline - performance.now()) / (addresses.length - index);
    if (shareMs <= 0) break;
    try {
      const socket = await connected(dial(address, port), shareMs, 'connect');
      if (isSameAddress(socket.remoteAddress, address)) return socket;
      socket.destroy();
      throw new SendFailure('address_forbidden');
    } catch (cause) {
      failure = cause instanceof SendFailure ? cause : new SendFailure('connect_failed', cause);
      if (failure.error === 'address_forbidden') break;
    }
  }
  throw failure;
}

function isSameAddress(actual: string | undefined, expected: string): boolean {
  return actual !== undefined && parseAddress(actual)?.toString() === parseAddress(expected)?.toString();
}

/** Waits until the phase is done; on error, close or timeout destroys the socket and throws the phase's failure. */
function connected<S extends Socket>(socket: S, timeoutMs: number, phase: 'connect' | 'tls'): Promise<S> {
  const event = phase === 'tls' ? 'secureConnect' : 'connect';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new SendFailure(`${phase}_timeout`)), timeoutMs);
    const onError = (cause: Error) => fail(new SendFailure(`${phase}_failed`, cause));
    const onClose = () => fail(new SendFailure(`${phase}_failed`));
    const stop = () => {
      clearTimeout(timer);
      socket.off(event, onDone).off('error', onError).off('close', onClose);
    };
    function onDone() {
      stop();
      resolve(socket);
    }
    function fail(failure: SendFailure) {
      stop();
      socket.on('error', () => undefined).destroy(); // it may still report the error that destroyed it
      reject(failure);
    }
    socket.on(event, onDone).on('error', onError).on('close', onClose);
  });
}
