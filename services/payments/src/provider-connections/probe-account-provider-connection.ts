import type { ProviderProbes } from '@mizan/contracts';
import { type LoadContext, Problem, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { adapterOf } from '../providers/adapter-of.ts';
import { openConnection } from '../providers/connections/connection-store.ts';
import type { ProviderProbe } from '../providers/port/adapter.ts';

/**
 * Tries in the provider's sandbox what its documents leave open; no transaction is open.
 *
 * @throws Problem `resource_missing`; `parameter_invalid`: the credentials are live ones, or the provider has no probes
 */
export async function probeAccountProviderConnection(
  { scope }: Pick<LoadContext, 'scope'>,
  app: App,
  connectionId: string,
): Promise<ProviderProbes> {
  const connection = await openConnection(app, scope, connectionId);
  if (!connection) throw resourceMissing();
  const { connect, probes } = adapterOf(app, connection.provider);
  const refuse = (message: string) => new Problem('parameter_invalid', message, { param: 'connectionId' });
  if (!probes) throw refuse(`There is nothing to probe at ${connection.provider} yet.`);
  if (!connect.isSandbox(connect.credentialsOf(connection)))
    throw refuse('This connection has live credentials. Probe with those of the sandbox.');
  const data: ProviderProbes['data'] = [];
  for (const probe of probes(connection)) data.push(await run(probe));
  return { object: 'provider_probes', provider: connection.provider, data };
}

async function run({ name, assumption, run: look }: ProviderProbe): Promise<ProviderProbes['data'][number]> {
  try {
    return { name, assumption, ...(await look()) };
  } catch (thrown) {
    return { name, assumption, holds: null, observation: thrown instanceof Error ? thrown.message : 'no answer' };
  }
}
