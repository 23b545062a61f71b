import { createServer } from 'node:net';
import { SetupProblem } from './setup-problem.ts';

/** Below the range from which kernels pick ports for outgoing connections, so that none of those takes it meanwhile. */
const lowestPort = 20_000;
const highestPort = 31_999;
/**
 * Parts of the range. Each worker of the tests has one of its own: two that are given the same port at the same moment would both
 * find it free. Other processes share the first.
 */
const parts = 4;
const portsOfPart = (highestPort - lowestPort + 1) / parts;
const firstPort = lowestPort + (Number(process.env['JEST_WORKER_ID'] ?? 0) % parts) * portsOfPart;
const given = new Set<number>();

/** True when a server could listen on `port` of 127.0.0.1 now. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed).listen({ port, host: '127.0.0.1', exclusive: true }, listening);
    });
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

/**
 * A free port on 127.0.0.1: `preferred` if it is free now, otherwise a random one that this process
 * has not been given before.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred))) {
    given.add(preferred);
    return preferred;
  }
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = firstPort + Math.floor(Math.random() * portsOfPart);
    if (given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port)) return port;
  }
  throw new SetupProblem(`No free port between ${firstPort} and ${firstPort + portsOfPart - 1} on 127.0.0.1.`);
}
