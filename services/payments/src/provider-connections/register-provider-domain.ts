import type { ProviderDomain, RegisterProviderDomain } from '@mizan/contracts';
import { type LoadContext, Problem, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnection } from '../providers/connections/connection-store.ts';

interface Registration {
  /** `pvc_…` */
  readonly id: string;
  readonly body: RegisterProviderDomain;
}

/**
 * Registers a domain for wallets at the provider; no transaction is open. A repeat registers nothing twice.
 *
 * @throws Problem `resource_missing`; `parameter_invalid`: the provider has no domains, or refuses this one; `internal_error`
 *   503: it does not answer
 */
export async function registerProviderDomain(
  { scope }: Pick<LoadContext, 'scope'>,
  app: App,
  { id, body: { domain } }: Registration,
): Promise<ProviderDomain> {
  const connection = await openConnection(app, scope, id);
  if (!connection) throw resourceMissing();
  const { domains } = adapterOf(app, connection.provider);
  if (domains) return domains.register(connection, domain);
  throw new Problem('parameter_invalid', 'Wallets of this provider need no domain.', { param: 'domain' });
}

export { registerProviderDomain as registerAccountProviderDomain };
