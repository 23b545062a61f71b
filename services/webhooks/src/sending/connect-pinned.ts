import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
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

/** How many addresses one attempt tries; more would not fit into the connect budget. */
const maxAddressesTried = 3;

/**
 * A connector for undici that never looks a name up: it dials the addresses that were checked, confirms that the peer is
 * the address dialled before the first byte is written, then starts TLS for the name, certificate verified.
 */
export function connectPinned(
  hostname: string,
  addresses: readonly string[],
  options: ConnectOptions,
): buildConnector.connector {
  return ({ port }, callback) => {
    openTls({ hostname, addresses, port: port === '' ? 443 : Number(port) }, options).then(
      (socket) => callback(null, socket),
      (cause: unknown) => callback(cause instanceof Error ? cause : new SendFailure('connect_failed', cause), null),
    );
  };
}

interface Target {
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly port: number;
}

async function openTls({ hostname, addresses, port }: Target, options: ConnectOptions): Promise<TLSSocket> {
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
      socket.on('error', ignoreLateError).destroy();
      reject(failure);
    }
    socket.on(event, onDone).on('error', onError).on('close', onClose);
  });
}

/** A destroyed socket may still report the error that destroyed it. */
function ignoreLateError(): void {}
