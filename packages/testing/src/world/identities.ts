import { permissions, type CallerName, type Permission, type ServiceName } from '@mizan/contracts';
import { identitySeedOf, IdentityMinter, type IdentityClaims, type Scope } from '@mizan/service-kit';

/** The merchant that a request straight to a service claims to come from, past the gateway. */
export interface ActingMerchant {
  readonly merchantId: string;
  /** Test mode unless true. */
  readonly livemode?: boolean;
  /** All unless given. */
  readonly permissions?: readonly Permission[];
}

const noKey = {
  scope: undefined,
  keyId: undefined,
  keyType: undefined,
  permissions: [],
  apiVersion: undefined,
} as const;

/** Signs identities as every service of a world, and the bus keeper, signs them. Deriving a key takes milliseconds, so each is derived once. */
export class Identities {
  readonly #rootSecret: string;
  readonly #minters = new Map<CallerName, IdentityMinter>();

  constructor(rootSecret: string) {
    this.#rootSecret = rootSecret;
  }

  /** Headers with an identity signed as `issuer` signs it, for requests to `audience`. */
  async headers(issuer: CallerName, audience: ServiceName, claims: IdentityClaims): Promise<Record<string, string>> {
    return { 'x-identity': await this.#minterOf(issuer).mint(audience, JSON.stringify(claims), () => claims) };
  }

  #minterOf(issuer: CallerName): IdentityMinter {
    const known = this.#minters.get(issuer);
    if (known) return known;
    const minter = new IdentityMinter(issuer, identitySeedOf(this.#rootSecret, issuer));
    this.#minters.set(issuer, minter);
    return minter;
  }
}

/** What the gateway claims for a secret key of this merchant. */
export const merchantClaims = (merchant: ActingMerchant): IdentityClaims => ({
  kind: 'merchant',
  scope: { merchantId: merchant.merchantId, livemode: merchant.livemode ?? false },
  keyId: 'key_test',
  keyType: merchant.permissions ? 'RESTRICTED' : 'SECRET',
  permissions: merchant.permissions ?? permissions,
  apiVersion: undefined,
});

/** What the gateway claims for a buyer, who sends a client secret and no key. */
export const buyerClaims: IdentityClaims = { kind: 'client', ...noKey };

/** What the gateway claims for the operator of the platform. */
export const operatorClaims: IdentityClaims = { kind: 'operator', ...noKey };

/** What a service claims when it calls another on a merchant's behalf. */
export const siblingClaims = (scope: Scope): IdentityClaims => ({ kind: 'service', ...noKey, scope });
