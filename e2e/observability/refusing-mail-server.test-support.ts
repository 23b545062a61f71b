import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that knows no mailbox. */
export interface RefusingMailServer {
  /** What the platform is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Recipients that it refused. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export async function startRefusingMailServer(): Promise<RefusingMailServer> {
  const refused: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      refused.push(address);
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    env: { MIZAN_SMTP_URL: `smtp://127.0.0.1:${port}`, MIZAN_MAIL_FROM: 'receipts@pay.example.com' },
    refused,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}
