import { setTimeout as delay } from 'node:timers/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';

const checkEveryMs = 100;
const checkMaxMs = 1_000;

/** A replica that connections can be sent to. */
export interface Backend {
  readonly port: number;
  /** Its readiness probe: `…/readyz`. */
  readonly readyUrl: string;
}

/**
 * Listens on a port of 127.0.0.1 and passes each connection to one of several replicas in turn, as a Kubernetes service
 * does: only to those that were ready at the last check. A refused connection goes to the next replica.
 */
export class Balancer {
  readonly #backends: readonly Backend[];
  readonly #ready = new Set<Backend>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #next = 0;
  #isClosed = false;

  constructor(backends: readonly Backend[]) {
    this.#backends = backends;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#pass(socket));
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((listening, failed) => {
      this.#server.once('error', failed).listen({ port, host: '127.0.0.1', backlog: 1024 }, listening);
    });
    for (const backend of this.#backends) void this.#watch(backend);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #watch(backend: Backend): Promise<void> {
    while (!this.#isClosed) {
      await this.#check(backend);
      await delay(checkEveryMs, undefined, { ref: false });
    }
  }

  async #check(backend: Backend): Promise<void> {
    const isReady = await fetch(backend.readyUrl, { signal: AbortSignal.timeout(checkMaxMs) }).then(
      async (response) => (await response.text(), response.ok),
      () => false,
    );
    if (isReady) this.#ready.add(backend);
    else this.#ready.delete(backend);
  }

  #pass(client: Socket): void {
    client.on('error', () => client.destroy());
    // When none is ready, one that is draining or just starting may still answer.
    const ready = this.#ready.size > 0 ? this.#backends.filter((each) => this.#ready.has(each)) : this.#backends;
    const from = this.#next++;
    this.#try(
      client,
      ready.map((_, i) => ready[(from + i) % ready.length] as Backend),
    );
  }

  #try(client: Socket, [backend, ...others]: readonly Backend[]): void {
    if (!backend) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: backend.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const refused = (): void => {
      upstream.destroy();
      this.#try(client, others);
    };
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      if (client.destroyed) {
        upstream.destroy();
        return;
      }
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(one);
        one.setNoDelay(true);
        one.on('error', () => other.destroy());
        one.once('close', () => {
          this.#sockets.delete(one);
          if (!one.readableEnded) other.destroy(); // cut off: the other side must not wait
        });
        one.pipe(other);
      }
    });
  }
}
