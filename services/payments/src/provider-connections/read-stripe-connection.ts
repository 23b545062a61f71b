import type { StripeConnection } from '@mizan/contracts';
import { type Reader, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { findConnection } from '../providers/stripe/connection.ts';
import { toStripeConnectionResource } from './stripe-connection.resource.ts';

/** @throws Problem `resource_missing`: the account is not connected */
export async function getStripeConnection(reader: Reader, { publicUrl }: App): Promise<StripeConnection> {
  const found = await findConnection(reader);
  if (!found) throw resourceMissing();
  return toStripeConnectionResource(found, publicUrl);
}
