import { randomBytes } from 'node:crypto';
import { json, type Answer, type StandInRequest } from '../server/route.ts';
import type { Mode } from './account.ts';
import type { PaymobApp } from './paymob-app.ts';
import { FieldReader, readBody } from './read-fields.ts';
import { refusal } from './refusal.ts';

const tokenLifetimeMs = 60 * 60 * 1000;
const modes: readonly Mode[] = ['test', 'live'];

/** What a caller may see: the objects of one mode. */
export interface Caller {
  readonly isLive: boolean;
}

/**
 * `POST /api/auth/tokens {api_key}`: a bearer token for 60 minutes.
 *
 * @throws PaymobRefusal 403 when the API key is not the account's
 */
export function issueToken(app: PaymobApp, request: StandInRequest): Answer {
  const reader = new FieldReader(readBody(request));
  const apiKey = reader.text('api_key', reader.needed('api_key'), { max: 1000 });
  reader.finish();
  const mode = modes.find((each) => app.state.account.keys[each].apiKey === apiKey);
  if (!mode || app.state.account.isRevoked) throw refusal(403, 'incorrect credentials');
  const now = app.clock.now();
  const token = randomBytes(48).toString('base64url');
  const { bearerTokens } = app.state;
  bearerTokens.splice(0, Infinity, ...bearerTokens.filter(({ expiresAt }) => expiresAt > now));
  bearerTokens.push({ token, isLive: mode === 'live', expiresAt: now + tokenLifetimeMs });
  return json(201, { profile: { id: app.state.account.profileId, active: true }, token });
}

/** @throws PaymobRefusal 401 unless the request has `Authorization: Token <secret key>` */
export function callerBySecretKey(app: PaymobApp, { headers }: StandInRequest): Caller {
  const secretKey = credentials(headers.authorization, 'Token');
  const mode = modes.find((each) => app.state.account.keys[each].secretKey === secretKey);
  if (!mode || app.state.account.isRevoked) throw refusal(401, 'Looks like the secret key is invalid.');
  return { isLive: mode === 'live' };
}

/** @throws PaymobRefusal 401 unless the request has `Authorization: Bearer <token>` with a token of the last 60 minutes */
export function callerByToken(app: PaymobApp, { headers }: StandInRequest): Caller {
  return callerOfToken(app, credentials(headers.authorization, 'Bearer'));
}

/** @throws PaymobRefusal 401 unless the token was issued in the last 60 minutes */
export function callerOfToken(app: PaymobApp, token: unknown): Caller {
  const found = app.state.bearerTokens.find((each) => each.token === token);
  if (!found || found.expiresAt <= app.clock.now() || app.state.account.isRevoked)
    throw refusal(401, 'Invalid or expired token.');
  return found;
}

function credentials(header: string | undefined, scheme: 'Token' | 'Bearer'): string {
  const [given, value] = (header ?? '').split(' ');
  if (given !== scheme || !value) throw refusal(401, 'Authentication credentials were not provided.');
  return value;
}
