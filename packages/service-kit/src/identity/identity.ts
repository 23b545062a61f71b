import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  permissions as allPermissions,
  serviceNames,
  type CallerName,
  type Permission,
  type ServiceName,
} from '@mizan/contracts';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import { Problem } from '../problem.ts';
import { privateKeyFromSeed } from '../secrets.ts';
import { BoundedMap } from './bounded-map.ts';

/** Whose data a unit of work may touch. Every query carries both. */
export interface Scope {
  readonly merchantId: string;
  readonly livemode: boolean;
}

const kinds = ['merchant', 'client', 'service', 'operator'] as const;

/** The caller, as signed by the gateway (`merchant`, `client`, `operator`) or by who makes a call (`service`). */
export interface Identity {
  readonly kind: (typeof kinds)[number];
  readonly issuer: CallerName;
  /** Absent for buyers: the record that they name decides. */
  readonly scope: Scope | undefined;
  readonly keyId: string | undefined;
  readonly keyType: 'SECRET' | 'RESTRICTED' | 'PUBLISHABLE' | undefined;
  readonly permissions: readonly Permission[];
  /** API version pinned on the key, `YYYY-MM-DD`. */
  readonly apiVersion: string | undefined;
}

export type IdentityClaims = Omit<Identity, 'issuer'>;

/** What an identity that no API key presented has of one: nothing. */
export const withoutKey = { keyId: undefined, keyType: undefined, permissions: [], apiVersion: undefined };

/** On whose behalf a request is made, where the operation's audience guarantees that there is a merchant. */
export function scopeOf({ scope }: Identity): Scope {
  if (!scope) throw new Error('bug: an identity without merchant where one is needed');
  return scope;
}

const lifetimeSeconds = 25; // with the clocks' difference at most 30: a stolen header is worthless soon after
const clockDifferenceSeconds = 5; // between two machines; without it a gateway whose clock is ahead is refused everything
const reuseMs = 20_000; // minted tokens are reused while a fifth of their life is left
const cacheMax = 5_000; // tokens; each is about 500 bytes

const callers: readonly CallerName[] = [...serviceNames, 'bus-keeper'];

/** Signs identities in the name of this service, or of the bus keeper: Ed25519, less than 30 s, one audience each. */
export class IdentityMinter {
  readonly #issuer: CallerName;
  readonly #key: KeyObject;
  readonly #minted = new BoundedMap<{ token: Promise<string>; until: number }>(cacheMax);

  constructor(issuer: CallerName, seed: string) {
    this.#issuer = issuer;
    this.#key = privateKeyFromSeed(seed);
  }

  /** A signed identity for `audience`. `cacheKey` names the claims: equal keys share a token while it is fresh. */
  mint(audience: ServiceName, cacheKey: string, claims: () => IdentityClaims): Promise<string> {
    const key = `${audience} ${cacheKey}`;
    const cached = this.#minted.get(key);
    if (cached && cached.until > Date.now()) return cached.token;
    const token = this.#sign(audience, claims());
    this.#minted.set(key, { token, until: Date.now() + reuseMs });
    return token;
  }

  #sign(audience: ServiceName, claims: IdentityClaims): Promise<string> {
    const { kind, scope, keyId, keyType, permissions, apiVersion } = claims;
    return new SignJWT({
      kind,
      mid: scope?.merchantId,
      live: scope?.livemode,
      key: keyId,
      kt: keyType,
      perms: mayDoAll(kind, keyType) ? undefined : permissions,
      ver: apiVersion,
    })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(this.#issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(this.#key);
  }
}

/** Verifies identities addressed to this service; a token once verified costs a map lookup until it expires. */
export class IdentityVerifier {
  readonly #audience: ServiceName;
  readonly #keys: Record<string, KeyObject>;
  readonly #verified = new BoundedMap<{ identity: Identity; until: number }>(cacheMax);

  /** @param publicKeys name of the caller → SPKI DER in base64 */
  constructor(audience: ServiceName, publicKeys: Record<string, string>) {
    this.#audience = audience;
    this.#keys = Object.fromEntries(
      Object.entries(publicKeys).map(([name, der]) => [
        name,
        createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' }),
      ]),
    );
  }

  /** @throws Problem `authentication_required` for a missing, forged, expired or misaddressed token */
  async verify(token: string | undefined): Promise<Identity> {
    if (!token) throw refused();
    const cached = this.#verified.get(token);
    if (cached) {
      if (cached.until > Date.now()) return cached.identity;
      this.#verified.delete(token);
    }
    const { identity, until } = await this.#check(token);
    this.#verified.set(token, { identity, until });
    return identity;
  }

  /** The key of the issuer that the token claims; the signature then has to be that issuer's. */
  #keyOf(token: string): KeyObject {
    const key = this.#keys[decodeJwt(token).iss ?? ''];
    if (!key) throw new Error('unknown issuer');
    return key;
  }

  async #check(token: string): Promise<{ identity: Identity; until: number }> {
    try {
      const { payload } = await jwtVerify(token, this.#keyOf(token), {
        algorithms: ['EdDSA'],
        audience: this.#audience,
        requiredClaims: ['exp'],
        maxTokenAge: lifetimeSeconds,
        clockTolerance: clockDifferenceSeconds,
      });
      const claims = payload as Record<string, never>;
      const scope =
        payload.mid === undefined ? undefined : { merchantId: String(payload.mid), livemode: payload.live === true };
      const issuer = callers.find((name) => name === payload.iss);
      const kind = kinds.find((name) => name === payload.kind);
      if (!issuer || !kind) throw new Error('unknown issuer or kind');
      const identity: Identity = {
        kind,
        issuer,
        scope,
        keyId: claims['key'],
        keyType: claims['kt'],
        permissions: mayDoAll(kind, claims['kt']) ? allPermissions : (claims['perms'] ?? []),
        apiVersion: claims['ver'],
      };
      const expiresAt = Math.min(payload.exp ?? 0, (payload.iat ?? 0) + lifetimeSeconds);
      return { identity, until: (expiresAt + clockDifferenceSeconds) * 1000 };
    } catch (cause) {
      throw refused(cause);
    }
  }
}

/** A merchant's secret key has every permission: naming them in every request would take most of its bytes. */
const mayDoAll = (kind: Identity['kind'], keyType: Identity['keyType']): boolean =>
  kind === 'merchant' && keyType === 'SECRET';

const refused = (cause?: unknown): Problem =>
  new Problem('authentication_required', 'No valid identity was presented.', { cause });
