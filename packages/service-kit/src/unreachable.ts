import type { ServiceName } from '@mizan/contracts';
import { Problem } from './problem.ts';

/** How Node and undici name a connection that was never made. */
const notMade = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** The refusal for a service that did not answer: 503 when never connected, so nothing changed; else 504, outcome unknown. */
export function unreachable(service: ServiceName, cause: unknown): Problem {
  const code = codeOf(cause);
  /** For the log: which service, and the code where it is looked for. */
  const failure = (what: string) =>
    Object.assign(new Error(`${service} ${what}`, { cause }), code === undefined ? {} : { code });
  if (notMade.includes(code ?? ''))
    return new Problem('internal_error', 'A part of the platform is unavailable. Nothing was changed; retry shortly.', {
      status: 503,
      retryAfterSeconds: 1,
      cause: failure('could not be reached'),
    });
  return new Problem('request_timeout', 'The outcome is unknown. Retry with the same Idempotency-Key.', {
    cause: failure('did not answer'),
  });
}

/** The code of a system error, or of one of undici's: `ECONNRESET`. */
export const codeOf = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
