import type { ServiceName } from '@mizan/contracts';
import { listen, log, type Background, type IdentityMinter, type Listening, type Metrics } from '@mizan/service-kit';
import type { Socket } from 'node:net';
import { parseRanges, type AddressRanges } from '../network/address-ranges.ts';
import type { KeyHomes } from '../idempotency/key-homes.ts';
import type { KnownKeys } from '../api-keys/api-key-cache.ts';
import { capConnections } from '../limits/cap-connections.ts';
import type { Limiter } from '../limits/limiter.ts';
import { frontApp } from './proxy-app.ts';
import { refuseUnparsed } from './refuse-unparsed.ts';

const stopMaxMs = 10_000; // who reads an answer slowly may have this long

export interface FrontSettings {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly traceRatio: number;
  /** Addresses and CIDR ranges, separated by commas. */
  readonly trustedProxies: string;
  /** Undefined: there is no operator's surface. */
  readonly operatorToken: string | undefined;
  /** Connections that one address may hold; `Infinity` where limits are lifted. */
  readonly connectionsPerAddress: number;
}

/** The public listener. */
export class Front implements Background {
  readonly #settings: FrontSettings;
  readonly #trustedProxies: AddressRanges;
  readonly #app: ReturnType<typeof frontApp>;
  #listening: Listening | undefined;

  constructor(
    settings: FrontSettings,
    keys: KnownKeys,
    keyHomes: KeyHomes,
    minter: IdentityMinter,
    limiter: Limiter | undefined,
    metrics: Metrics,
  ) {
    this.#settings = settings;
    this.#trustedProxies = parseRanges(settings.trustedProxies.split(',').filter((entry) => entry.trim() !== ''));
    this.#app = frontApp({
      urls: settings.urls,
      keys,
      keyHomes,
      minter,
      docsUrl: this.#docsUrl,
      isHttps: settings.publicUrl.startsWith('https:'),
      traceRatio: settings.traceRatio,
      operatorToken: settings.operatorToken,
      limiter,
      metrics,
      trustedProxies: this.#trustedProxies,
    });
  }

  get #docsUrl(): string {
    return `${this.#settings.publicUrl}/docs`;
  }

  async start(): Promise<void> {
    const { host, port } = this.#settings;
    // A request without Host would otherwise be answered by Node itself, with an empty body.
    const listening = await listen(this.#app.app, host, port, { requireHostHeader: false });
    const { server } = listening;
    capConnections(server, this.#settings.connectionsPerAddress, this.#trustedProxies);
    server.on('clientError', (error, socket) => refuseUnparsed(error, socket as Socket, this.#docsUrl));
    server.on('connect', (_request, socket) => refuseUnparsed(new Error('CONNECT'), socket as Socket, this.#docsUrl));
    server.on('checkExpectation', this.#app.app); // an expectation we do not know is no reason to answer 417 without a body
    this.#listening = listening;
    log.info({ event: 'gateway.listening', url: listening.url });
  }

  /** Ends what a revoked key still reads. */
  endStreamsOf(keyId: string): void {
    this.#app.endStreams(keyId);
  }

  drain(): void {
    this.#listening?.drain();
    this.#app.endStreams();
  }

  async stop(): Promise<void> {
    const listening = this.#listening;
    if (!listening) return;
    this.#app.endStreams(); // those that were opened while it drained
    const timer = setTimeout(() => listening.server.closeAllConnections(), stopMaxMs);
    await listening.close();
    clearTimeout(timer);
    this.#app.close();
  }
}
