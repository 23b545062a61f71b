import { Calls } from '../calls/call-client.ts';
import { IdentityMinter } from '../identity/identity.ts';
import { log } from '../telemetry/log.ts';
import type { KeeperEnv } from './keeper-env.ts';
import { RevocationKeeper } from './revocation-keeper.ts';

/** Revokes users of the bus until it is stopped. */
export interface Revocations {
  /** How many users the bus refuses; undefined while that is not known. */
  readonly refused: number | undefined;
  stop(): Promise<void>;
}

/** Concerns the users of all merchants and modes. */
const everyone = { merchantId: '', livemode: false };

/**
 * Starts to revoke users, which the gateway lists. Where the bus has credentials and a setting is missing, the log names it, and
 * users are not revoked.
 */
export function openRevocations(env: KeeperEnv): Revocations | undefined {
  const { NATS_URL: url, MIZAN_BUS_PREFIX: prefix, MIZAN_BUS_CREDENTIALS: credentials } = env;
  const { MIZAN_BUS_SYSTEM_CREDENTIALS: systemCredentials, MIZAN_BUS_REVOCATION_SEED: signingSeed } = env;
  const { MIZAN_BUS_ACCOUNT_KEYS: accountKeys, MIZAN_GATEWAY_URL: gateway, MIZAN_IDENTITY_PRIVATE_KEY: seed } = env;
  if (!credentials) return undefined;
  if (!systemCredentials || !signingSeed || !accountKeys || !gateway || !seed) {
    log.warn({ missing: settings.filter((name) => env[name] === undefined) }, 'bus_users.not_revocable');
    return undefined;
  }
  const calls = new Calls('bus-keeper', new IdentityMinter('bus-keeper', seed), { gateway });
  const listRevoked = async () => (await calls.bind(everyone).listRevokedBusUsers({})).users;
  const keeper = new RevocationKeeper({
    url,
    prefix,
    credentials,
    systemCredentials,
    signingSeed,
    accountKeys,
    listRevoked,
  });
  keeper.start();
  return {
    get refused() {
      return keeper.refused;
    },
    stop: async () => {
      await keeper.stop();
      await calls.close();
    },
  };
}

const settings = [
  'MIZAN_BUS_SYSTEM_CREDENTIALS',
  'MIZAN_BUS_REVOCATION_SEED',
  'MIZAN_BUS_ACCOUNT_KEYS',
  'MIZAN_GATEWAY_URL',
  'MIZAN_IDENTITY_PRIVATE_KEY',
] as const;
