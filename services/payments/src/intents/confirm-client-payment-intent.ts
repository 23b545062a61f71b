import { type Database, Problem, resourceMissing, type Scope } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';

/**
 * Whose payment a buyer's request is about. The secret is checked first and in constant time, so a wrong one tells
 * nothing about which payments exist.
 *
 * @throws Problem `invalid_client_secret`, `resource_missing`
 */
export async function buyerScope(db: Database, app: App, id: string, secret: string | undefined): Promise<Scope> {
  if (!app.ownsClientSecret(id, secret))
    throw new Problem('invalid_client_secret', 'The client secret does not belong to this payment.', {
      param: 'Client-Secret',
    });
  const found = await db.system.one<Scope>`
    select merchant_id as "merchantId", livemode from payment_intents where id = ${id}`;
  if (!found) throw resourceMissing();
  return found;
}
