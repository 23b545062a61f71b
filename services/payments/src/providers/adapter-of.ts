import type { ProviderName } from '@mizan/contracts';
import type { ProviderAdapter } from './port/adapter.ts';

/** The adapter of a provider. */
export function adapterOf(
  { providers }: { readonly providers: { readonly live: readonly ProviderAdapter[] } },
  provider: ProviderName,
): ProviderAdapter {
  const adapter = providers.live.find(({ name }) => name === provider);
  if (!adapter) throw new Error(`bug: no provider is called ${provider}`);
  return adapter;
}
