import type { AccountFeeConfig, FeeConfig, FeeConfigInput } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

/**
 * Who bears the fee and whether VAT is added. Each setting comes from the most specific level that has it: session,
 * then payment link, then account. So a link that passes fees on still collects the VAT that its account collects.
 *
 * @param places undefined where a level has no configuration
 * @throws Problem `parameter_invalid`: VAT without a rate
 */
export function resolveFeeConfig(
  account: AccountFeeConfig,
  places: { readonly payment_link?: FeeConfigInput | undefined; readonly session?: FeeConfigInput | undefined },
): FeeConfig {
  const inwards = (['payment_link', 'session'] as const).filter((place) => places[place] !== undefined);
  const resolved = inwards.reduce((wider, place) => narrowed(wider, places[place] ?? {}), account);
  return { ...withVatRate(resolved), source: inwards.at(-1) ?? 'account' };
}

/**
 * A configuration after a change; what the change leaves out is kept.
 *
 * @throws Problem `parameter_invalid`: VAT without a rate
 */
export const changeFeeConfig = (before: AccountFeeConfig, change: FeeConfigInput): AccountFeeConfig =>
  withVatRate(narrowed(before, change));

function narrowed(wider: AccountFeeConfig, narrow: FeeConfigInput): AccountFeeConfig {
  const vatCollectionRate = narrow.vatCollectionRate ?? wider.vatCollectionRate;
  return {
    feesPassThrough: narrow.feesPassThrough ?? wider.feesPassThrough,
    vatCollectionEnabled: narrow.vatCollectionEnabled ?? wider.vatCollectionEnabled,
    ...(vatCollectionRate === undefined ? {} : { vatCollectionRate }),
  };
}

/** @throws Problem `parameter_invalid`: VAT without a rate */
function withVatRate(config: AccountFeeConfig): AccountFeeConfig {
  if (!config.vatCollectionEnabled || config.vatCollectionRate !== undefined) return config;
  const param = 'feeConfig.vatCollectionRate';
  throw new Problem('parameter_invalid', `${param} is required where VAT is collected.`, { param });
}
