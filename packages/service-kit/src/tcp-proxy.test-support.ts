import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP connection between a client and a server that a test can break in each way that networks do. */
export interface TcpProxy {
  /** `url` with this proxy's address in the place of the server's. */
  through(url: string): string;
  /** Ends every connection and refuses new ones, as a server that is down. */
  down(): Promise<void>;
  /** Accepts again on the same address. */
  up(): Promise<void>;
  /** Keeps connections open and forwards nothing, as a cable that was pulled. */
  hang(): void;
  /** Keeps back what the server says on the connections there are, until the function it returns is called. */
  holdAnswers(): () => void;
  close(): Promise<void>;
}

export async function openTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = { host: new URL(targetUrl).hostname, port: Number(new URL(targetUrl).port) };
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let hangs = false;
  let port = 0;
  let server: Server | undefined;

  const link = (client: Socket): void => {
    const upstream = connect(target);
    upstreams.add(upstream.on('close', () => upstreams.delete(upstream)));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => !hangs && to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!hangs) to.destroy();
      });
    }
  };
  const up = async (): Promise<void> => {
    server = createServer(link);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    hangs = false;
  };
  const down = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  };

  await up();
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    up,
    down,
    close: down,
    hang: () => {
      hangs = true;
    },
    holdAnswers: () => {
      const held = [...upstreams].map((upstream) => upstream.pause());
      return () => held.forEach((upstream) => upstream.resume());
    },
  };
}
