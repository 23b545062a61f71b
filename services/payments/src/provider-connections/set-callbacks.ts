import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import type { CheckedCredentials } from '../providers/port/connection.ts';
import type { ShownConnection } from '../providers/connections/connection-store.ts';
import { callbackUrlOf } from './provider-connection.resource.ts';

/**
 * Sets at the provider where it sends callbacks. Only for a connection that is committed, with credentials that it has: other
 * connections to the account may share the setting, and would lose their callbacks to an address that does not exist. If the
 * process dies after the commit, or the provider fails, payments are found by queries until `mizan providers check` sets it.
 *
 * @param checked what the provider has answered to its credentials
 */
export async function setCallbacks(
  app: App,
  connection: Pick<ShownConnection, 'id' | 'provider'>,
  checked: CheckedCredentials,
): Promise<void> {
  const { connect } = adapterOf(app, connection.provider);
  await connect.setCallbacks?.(connect.credentialsOf(checked), checked, callbackUrlOf(app.publicUrl, connection));
}
