import { randomBytes } from 'node:crypto';
import { resourceMissing, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { base32 } from './one-time-code.ts';

const secretBytes = 20; // RFC 4226, 4: as long as the hash

/**
 * Sets up a new second factor for the transaction's account; a previous one stops working with the commit.
 *
 * @throws Problem `resource_missing`: no such account
 */
export async function enrolTwoFactor(
  tx: Tx,
  { secrets }: { readonly secrets: ServiceSecrets },
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(secretBytes);
  const account = await tx.one<{ displayName: string }>`
    update accounts set two_factor_sealed = ${secrets.encrypt(secret.toString('base64'))}, two_factor_step = null
    where id = ${tx.scope.merchantId} returning display_name`;
  if (!account) throw resourceMissing();
  const encoded = base32(secret);
  const label = encodeURIComponent(`Mizan:${account.displayName}`);
  return { secret: encoded, uri: `otpauth://totp/${label}?secret=${encoded}&issuer=Mizan` };
}
