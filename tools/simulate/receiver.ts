import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { issueCertificate } from '@mizan/stack/certificates';
import type { Home } from '@mizan/stack/home';
import { Webhook } from 'standardwebhooks';

/** What arrived at the merchants' servers. */
export interface Receiver {
  readonly url: string;
  /** Ids of the objects of verified events, by the event's type. */
  readonly seen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly counts: { verified: number; repeated: number; forged: number };
  /** Which secret signs what comes to a path. */
  trust(path: string, secret: string): void;
  close(): Promise<void>;
}

/** One https server that plays those of all merchants and verifies every signature. */
export async function startReceiver(home: Home): Promise<Receiver> {
  const { certificate, key } = await issueCertificate(home.ca, 'simulation-receiver');
  const secrets = new Map<string, Webhook>();
  const seen = new Map<string, Set<string>>();
  const deliveries = new Set<string>();
  const counts = { verified: 0, repeated: 0, forged: 0 };
  const take = (path: string, raw: string, headers: { [name: string]: string }): void => {
    try {
      secrets.get(path)?.verify(raw, headers);
    } catch {
      counts.forged++;
      return;
    }
    const { type, data } = JSON.parse(raw) as { type: string; data: { object?: { id: string } } & { id?: string } };
    counts.verified++;
    const id = `${path} ${headers['webhook-id']}`;
    if (deliveries.has(id)) counts.repeated++;
    deliveries.add(id);
    const objects = seen.get(type) ?? new Set();
    seen.set(type, objects.add(data.object?.id ?? data.id ?? ''));
  };
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      take(request.url ?? '', Buffer.concat(chunks).toString(), request.headers as { [name: string]: string });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    counts,
    trust: (path, secret) => void secrets.set(path, new Webhook(secret)),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
