import type { SendError } from './send-result.ts';

const reasons: Readonly<Record<Exclude<SendError, 'status'>, string>> = {
  url_forbidden:
    'Nothing was sent: the URL is not allowed. It must be https, without a user name and on a public host.',
  address_forbidden:
    'Nothing was sent: the host has a private address. To receive events on your machine, run mizan listen --forward-to <url>.',
  dns_failed: 'The host has no address. Check the spelling of the URL.',
  dns_timeout: 'The name servers of the host did not respond in time.',
  connect_failed: 'The connection was refused. Check that your server runs, on the port of the URL.',
  connect_timeout: 'The host did not accept a connection in time. Check its firewall.',
  tls_failed: 'No secure connection was possible. Check that the certificate is valid and contains the host.',
  tls_timeout: 'The host did not complete a secure connection in time.',
  timeout: 'The endpoint did not respond in time. Respond with 2xx first, and do the work afterwards.',
  connection_reset: 'The endpoint closed the connection before it had responded.',
  protocol: 'The response is not valid HTTP.',
  redirect: 'The endpoint redirects, and redirects are not followed. Use the URL that it leads to.',
};

/** Why an attempt was not delivered, and what to do about it. */
export const describeSendError = (error: SendError, statusCode: number | null): string =>
  error === 'status' ? `The endpoint responded with ${statusCode}. Respond with 2xx.` : reasons[error];
