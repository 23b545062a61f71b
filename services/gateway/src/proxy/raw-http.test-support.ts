import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Milliseconds until the server closed the connection. */
  readonly closedAfterMs: number;
}

/** Writes bytes as they are to the server behind `url` and reads until it closes the connection. */
export function sendRaw(url: string, ...parts: string[]): Promise<RawAnswer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part, 'latin1');
    });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      const end = text.indexOf('\r\n\r\n');
      const closedAfterMs = performance.now() - startedAt;
      resolve({
        status: Number(text.split(' ')[1]),
        head: text.slice(0, end),
        body: text.slice(end + 4),
        closedAfterMs,
      });
    });
  });
}
