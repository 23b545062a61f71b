import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import PostalMime, { type Email } from 'postal-mime';
import type { SmtpServer } from './smtp-server.ts';

/** How a server answers at one step: it accepts, refuses with a code, closes the connection, or waits. */
export type Answer = 'accept' | 'drop' | { readonly code: number; readonly text?: string } | Promise<'accept'>;

/** A complete message that the server got, whether it accepted it or not. */
export interface OfferedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly accepted: boolean;
}

/** A mail server whose steps a test decides. */
export interface TestMailServer {
  readonly port: number;
  readonly url: string;
  /** As the service reads it from its environment. */
  readonly server: SmtpServer;
  /** Every message whose end it received, in order. */
  readonly offered: OfferedMail[];
  /** Recipients that were named to it, in order. */
  readonly named: string[];
  /** What it does; `accept` unless a test says otherwise. */
  answers: {
    connect?: () => Answer;
    from?: () => Answer;
    to?: (address: string) => Answer;
    data?: () => Answer;
    auth?: () => Answer;
  };
  /** The accepted messages, parsed. */
  inbox(): Promise<Email[]>;
  close(): Promise<void>;
}

export const sender = 'receipts@pay.example.com';

/** Starts a real SMTP server. @param options.needsLogin whether it demands a user and password, over any connection */
export async function startMailServer(options: { needsLogin?: boolean } = {}): Promise<TestMailServer> {
  const offered: OfferedMail[] = [];
  const named: string[] = [];
  const world: Pick<TestMailServer, 'answers'> = { answers: {} };
  /** Answers a step of a connection as the test says. */
  const settle = async (id: string, answer: Answer = 'accept', done: (error?: Error | null) => void): Promise<void> => {
    const settled = await answer;
    if (settled === 'accept') return done();
    if (settled !== 'drop')
      return done(Object.assign(new Error(settled.text ?? 'said the test'), { responseCode: settled.code }));
    for (const connection of smtp.connections) if (connection.id === id) connection._socket.destroy();
  };
  const smtp = new SMTPServer({
    authOptional: options.needsLogin !== true,
    allowInsecureAuth: true,
    disabledCommands: options.needsLogin === true ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: ({ id }, done) => void settle(id, world.answers.connect?.(), done),
    onAuth: ({ username }, { id }, done) =>
      void settle(id, world.answers.auth?.(), (error) => done(error ?? null, error ? undefined : { user: username })),
    onMailFrom: (_address, { id }, done) => void settle(id, world.answers.from?.(), done),
    onRcptTo: ({ address }, { id }, done) => {
      named.push(address);
      void settle(id, world.answers.to?.(address), done);
    },
    onData: (stream, { id, envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const answer = world.answers.data?.();
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        const message = { from, to, raw: Buffer.concat(chunks) };
        void settle(id, answer, (error) => {
          offered.push({ ...message, accepted: !error });
          done(error);
        }).then(() => {
          if (answer === 'drop') offered.push({ ...message, accepted: false });
        });
      });
    },
  });
  smtp.on('error', () => undefined); // connections that tests break
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const { port } = smtp.server.address() as AddressInfo;
  return Object.assign(world, {
    port,
    url: `smtp://127.0.0.1:${port}`,
    server: { host: '127.0.0.1', port, isSecure: false, requiresTls: false, auth: undefined, from: sender },
    offered,
    named,
    inbox: () => Promise.all(offered.filter(({ accepted }) => accepted).map(({ raw }) => PostalMime.parse(raw))),
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  });
}
