import { Readable } from 'node:stream';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from './smtp-server.ts';

/** A mail for the server. */
export interface OutgoingMail {
  readonly to: string;
  /** RFC 5322. */
  readonly message: Buffer;
  /**
   * Called when the server has everything but the end of the message, which it receives only after this resolves: the last
   * moment at which it is certain that the server cannot have accepted the mail. When it rejects, the mail is not sent.
   */
  readonly beforeEnd: () => Promise<void>;
  /** Breaks off the attempt at whatever step it is. */
  readonly signal?: AbortSignal;
}

/** What became of an attempt. */
export type SmtpOutcome =
  | { readonly kind: 'accepted'; readonly answer: string }
  /** The server will never accept it for this recipient. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It was certainly not accepted, and may be later. */
  | { readonly kind: 'postponed'; readonly reason: string }
  /** The server received the end of the message, and nobody knows what it did then. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The signal broke it off. */
  | { readonly kind: 'aborted' };

/** How long a server may take, milliseconds. */
export interface SmtpTimes {
  /** From the beginning until the end of the message may be sent. */
  readonly untilEndMs: number;
  /** For its answer to that: RFC 5321 (4.5.3.2.6) asks for ten minutes. */
  readonly answerMs: number;
  /** Once the process stops, which may take 20 s in all: what then has no answer is broken off. */
  readonly whenStoppingMs: number;
}

export const smtpTimes: SmtpTimes = { untilEndMs: 45_000, answerMs: 600_000, whenStoppingMs: 5_000 };

interface SmtpFailure extends Error {
  readonly responseCode?: number;
  readonly command?: string;
  readonly response?: string;
  readonly code?: string;
}

/** Hands a mail to the server, over a connection of its own. Never throws. */
export async function sendOverSmtp(
  server: SmtpServer,
  { to, message, beforeEnd, signal }: OutgoingMail,
  { untilEndMs, answerMs }: SmtpTimes = smtpTimes,
): Promise<SmtpOutcome> {
  if (signal?.aborted) return { kind: 'aborted' };
  const connection = new SmtpConnection({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: server.requiresTls,
    connectionTimeout: untilEndMs,
    greetingTimeout: untilEndMs,
    socketTimeout: answerMs,
    dnsTimeout: untilEndMs,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  let isBroken = false;
  const breakOff = (reason: Error): void => {
    isBroken = true;
    broken.reject(reason);
  };
  connection.on('error', breakOff);
  connection.on('end', () => breakOff(new Error('the connection was closed')));
  const onAbort = (): void => breakOff(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort);
  const deadline = setTimeout(() => breakOff(new Error(`nothing was accepted within ${untilEndMs} ms`)), untilEndMs);

  let hasEnded = false;
  async function* pieces(): AsyncGenerator<Buffer> {
    yield message;
    await beforeEnd();
    clearTimeout(deadline);
    if (isBroken) throw new Error('the connection was lost');
    hasEnded = true;
  }
  const body = Readable.from(pieces(), { objectMode: false });
  try {
    const sent = async (): Promise<string> => {
      await settled((done) => connection.connect(done));
      const { auth } = server;
      if (auth) await settled((done) => connection.login(auth, done));
      const envelope = { from: server.from, to: [to], size: message.length };
      const info = await settled<{ response: string }>((done) => connection.send(envelope, body, done));
      if (!hasEnded) throw new Error('the server answered before the end of the message');
      return info?.response ?? '';
    };
    return { kind: 'accepted', answer: brief(await Promise.race([sent(), broken.promise])) };
  } catch (thrown) {
    if (signal?.aborted && thrown === signal.reason) return { kind: 'aborted' };
    return outcomeOf(thrown as SmtpFailure, hasEnded);
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', onAbort);
    body.destroy();
    if (isBroken) connection.close();
    else connection.quit();
  }
}

const settled = <T>(act: (done: (error?: Error | null, value?: T) => void) => void): Promise<T | undefined> =>
  new Promise((resolve, reject) => act((error, value) => (error ? reject(error) : resolve(value))));

/** Commands whose refusal is about the mail or its recipient. Others (the greeting, the login, the sender) are about us. */
const aboutMail = new Set(['RCPT TO', 'DATA']);

function outcomeOf(failure: SmtpFailure, hasEnded: boolean): SmtpOutcome {
  const { responseCode, command = '' } = failure;
  const reason = brief(failure.response ?? failure.message);
  // Whatever its command is called: an answer that says no to the end of the message is no acceptance.
  const isAnswered = responseCode !== undefined && responseCode >= 400;
  if (hasEnded && !isAnswered) return { kind: 'unknown', reason };
  const isForGood = isAnswered && responseCode >= 500 && (hasEnded || aboutMail.has(command));
  return { kind: isForGood ? 'refused' : 'postponed', reason };
}

/** An answer of the server as it is kept and shown: one line, not too long. */
const brief = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
