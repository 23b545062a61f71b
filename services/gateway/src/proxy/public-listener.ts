import type { Socket } from 'node:net';
import { listen, log, type Background, type Listening } from '@mizan/service-kit';
import { capConnections } from '../limits/cap-connections.ts';
import { parseRangeList, type AddressRanges } from '../network/address-ranges.ts';
import { parseGeoHeaders } from '../network/client-place.ts';
import { proxyApp, type ProxyApp, type ProxyAppOptions } from './proxy-app.ts';
import { refuseUnparsed } from './refuse.ts';

const stopMaxMs = 10_000; // a slow reader gets this long to finish reading

export interface PublicListenerOptions extends Omit<
  ProxyAppOptions,
  'docsUrl' | 'isHttps' | 'trustedProxies' | 'geoHeaders'
> {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Addresses and CIDR ranges, separated by commas. */
  readonly trustedProxies: string;
  /** As {@link parseGeoHeaders} reads it. */
  readonly geoHeaders: string;
  /** Connections that one address may hold; `Infinity` where limits are off. */
  readonly connectionsPerAddress: number;
}

/** The public listener. */
export class PublicListener implements Background {
  readonly #options: PublicListenerOptions;
  readonly #trustedProxies: AddressRanges;
  readonly #app: ProxyApp;
  #listening: Listening | undefined;

  constructor(options: PublicListenerOptions) {
    this.#options = options;
    this.#trustedProxies = parseRangeList(options.trustedProxies);
    this.#app = proxyApp({
      ...options,
      docsUrl: this.#docsUrl,
      isHttps: options.publicUrl.startsWith('https:'),
      trustedProxies: this.#trustedProxies,
      geoHeaders: parseGeoHeaders(options.geoHeaders),
    });
  }

  get #docsUrl(): string {
    return `${this.#options.publicUrl}/docs`;
  }

  async start(): Promise<void> {
    const { host, port, connectionsPerAddress } = this.#options;
    // Otherwise Node itself responds to a request without Host, with an empty body.
    const listening = await listen(this.#app.app, { host, port }, { requireHostHeader: false });
    const { server } = listening;
    capConnections(server, connectionsPerAddress, this.#trustedProxies);
    server.on('clientError', (error, socket) => refuseUnparsed(error, socket as Socket, this.#docsUrl));
    server.on('connect', (_request, socket) => refuseUnparsed(new Error('CONNECT'), socket as Socket, this.#docsUrl));
    server.on('checkExpectation', this.#app.app); // otherwise Node answers an unknown expectation with 417 and no body
    this.#listening = listening;
    log.info({ event: 'gateway.listening', url: listening.url });
  }

  /** Ends the streams and downloads of a revoked key. */
  endResponsesOf(keyId: string): void {
    this.#app.endResponsesOf(keyId);
  }

  drain(): void {
    this.#listening?.drain();
    this.#app.endStreams();
  }

  async stop(): Promise<void> {
    const listening = this.#listening;
    if (!listening) return;
    this.#app.endStreams(); // those opened while it drained
    const timer = setTimeout(() => listening.server.closeAllConnections(), stopMaxMs);
    await listening.close();
    clearTimeout(timer);
    this.#app.close();
  }
}
