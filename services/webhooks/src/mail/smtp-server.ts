import { ConfigError } from '@mizan/service-kit';
import { z } from 'zod';

/** The mail server of the platform, and who sends. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly isSecure: boolean;
  /** Whether mail waits rather than being sent without TLS: the server may be anybody, or somebody may listen. */
  readonly requiresTls: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  /** The sender's address. */
  readonly from: string;
}

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 } as const;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The mail server of the environment; undefined when none is set. Credentials go over TLS only, unless the server is this
 * machine.
 *
 * @throws ConfigError: a setting cannot be meant. The text has no password
 */
export function readSmtpServer(env: {
  readonly MIZAN_SMTP_URL: string;
  readonly MIZAN_MAIL_FROM: string;
}): SmtpServer | undefined {
  if (env.MIZAN_SMTP_URL === '') return undefined;
  const url = URL.parse(env.MIZAN_SMTP_URL);
  const isKnown = url?.protocol === 'smtp:' || url?.protocol === 'smtps:';
  if (!url || !isKnown || url.hostname === '' || url.search !== '' || !/^\/?$/.test(url.pathname))
    throw new ConfigError(
      'MIZAN_SMTP_URL must be smtp:// or smtps://, with user and password where needed, host and port',
    );
  if (!z.regexes.email.test(env.MIZAN_MAIL_FROM))
    throw new ConfigError('MIZAN_MAIL_FROM must be the address that mail comes from, such as receipts@pay.example.com');
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPorts[url.protocol as keyof typeof defaultPorts] : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    requiresTls: user !== '' && !loopback.test(url.hostname),
    auth: user === '' ? undefined : { user, pass },
    from: env.MIZAN_MAIL_FROM,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Without the cause, which has the text of the password.
    throw new ConfigError(
      'MIZAN_SMTP_URL must have special characters of user and password percent-encoded, such as %25 for %',
    );
  }
}
